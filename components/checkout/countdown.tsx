"use client";

import { useEffect, useState } from "react";

/** Below this a difference between the clocks is mostly the time that the page took to arrive. */
const toleratedSkewMs = 10_000;

export type Expiry = {
  /** Unix seconds. */
  expiresAt: number;
  /** The same for those without scripts, as the server wrote it. */
  expiresAtText: string;
  /** The server's time when it wrote the page, Unix milliseconds: the buyer's clock may be wrong. */
  serverNowMs: number;
};

/** How long a payment can still be made: a moment at first, the time left once scripts run. */
export function Countdown({ expiresAt, expiresAtText, serverNowMs }: Expiry) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    const difference = serverNowMs - Date.now();
    const skewMs = Math.abs(difference) > toleratedSkewMs ? difference : 0;
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil(expiresAt - (Date.now() + skewMs) / 1_000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [expiresAt, serverNowMs]);

  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-muted">{secondsLeft === null ? "Pay by" : "Time left"}</dt>
      <dd className="font-medium whitespace-nowrap tabular-nums">
        <time dateTime={new Date(expiresAt * 1_000).toISOString()}>
          {secondsLeft === null ? expiresAtText : formatTimeLeft(secondsLeft)}
        </time>
      </dd>
    </div>
  );
}

function formatTimeLeft(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
