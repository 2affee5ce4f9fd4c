"use client";

import { useEffect, useState } from "react";
import { clockSkewMs } from "#components/checkout/clock-skew.ts";
import { formatTimeLeft, type TimeUnitLabels } from "#components/checkout/format-time.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";

export type Expiry = {
  /** Unix seconds. */
  expiresAt: number;
  /** The expiry as formatted by the server, shown without JavaScript. */
  expiresAtText: string;
  /** The server's time when it rendered the page, in Unix milliseconds, because the buyer's clock may be wrong. */
  serverNowMs: number;
  unitLabels: TimeUnitLabels;
};

const lastMinuteSeconds = 60;

/** Shows when the payment expires, then counts down once the page is interactive. */
export function Countdown({ expiresAt, expiresAtText, serverNowMs, unitLabels }: Expiry) {
  const { t } = useTranslation();
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    const skewMs = clockSkewMs(serverNowMs);
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil(expiresAt - (Date.now() + skewMs) / 1_000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [expiresAt, serverNowMs]);

  const isLastMinute = secondsLeft !== null && secondsLeft <= lastMinuteSeconds;
  return (
    <div className="flex items-baseline justify-between gap-4 line:justify-start line:gap-2">
      <dt className="text-ink-muted">{secondsLeft === null ? t("summary.payBy") : t("summary.timeLeft")}</dt>
      <dd className={`font-medium whitespace-nowrap tabular-nums ${isLastMinute ? "text-critical" : ""}`}>
        <time dateTime={new Date(expiresAt * 1_000).toISOString()}>
          {secondsLeft === null ? expiresAtText : formatTimeLeft(secondsLeft, unitLabels)}
        </time>
      </dd>
    </div>
  );
}
