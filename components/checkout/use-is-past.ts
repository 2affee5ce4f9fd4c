import { useEffect, useState } from "react";
import { clockSkewMs } from "#components/checkout/clock-skew.ts";

/** The longest that a browser's timer can run. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Returns whether a moment has passed by the server's clock; false until the page is interactive.
 * @param at Unix seconds.
 * @param serverNowMs as for `clockSkewMs`.
 */
export function useIsPast(at: number, serverNowMs: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const leftMs = at * 1_000 - Date.now() - clockSkewMs(serverNowMs);
    setPast(leftMs <= 0);
    if (leftMs <= 0) return;
    const timer = setTimeout(() => setPast(true), Math.min(leftMs, maxTimerMs));
    return () => clearTimeout(timer);
  }, [at, serverNowMs]);
  return isPast;
}
