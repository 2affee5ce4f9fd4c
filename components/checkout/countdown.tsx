"use client";

import { useEffect, useState } from "react";
import { useLanguage } from "#components/checkout/messages/language.tsx";
import { clockSkewMs } from "#components/checkout/server-time.ts";
import { sayTimeLeft, type TimeWords } from "#components/checkout/time-left.ts";

export type Expiry = {
  /** Unix seconds. */
  expiresAt: number;
  /** The same for those without scripts, as the server wrote it. */
  expiresAtText: string;
  /** The server's time when it wrote the page, Unix milliseconds: the buyer's clock may be wrong. */
  serverNowMs: number;
  words: TimeWords;
};

const lastMinuteSeconds = 60;

/** How long a payment can still be made: a moment at first, the time left once scripts run. */
export function Countdown({ expiresAt, expiresAtText, serverNowMs, words }: Expiry) {
  const { say } = useLanguage();
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    const skewMs = clockSkewMs(serverNowMs);
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil(expiresAt - (Date.now() + skewMs) / 1_000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [expiresAt, serverNowMs]);

  const isLast = secondsLeft !== null && secondsLeft <= lastMinuteSeconds;
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-muted">{secondsLeft === null ? say("summary.payBy") : say("summary.timeLeft")}</dt>
      <dd className={`font-medium whitespace-nowrap tabular-nums ${isLast ? "text-critical" : ""}`}>
        <time dateTime={new Date(expiresAt * 1_000).toISOString()}>
          {secondsLeft === null ? expiresAtText : sayTimeLeft(secondsLeft, words)}
        </time>
      </dd>
    </div>
  );
}
