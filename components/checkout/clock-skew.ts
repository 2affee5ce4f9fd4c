import { useEffect } from "react";

/** Differences below this are mostly the time that the page took to arrive. */
const toleratedSkewMs = 10_000;

/** The skews that this page has measured, by the server's time that each was measured against. */
const measured = new Map<number, number>();

/** Measures the skew when the page starts, for all its later calls of {@link clockSkewMs}. The page's root calls it. */
export function useClockSkew(serverNowMs: number): void {
  useEffect(() => measureClockSkew(serverNowMs), [serverNowMs]);
}

/**
 * Measures the skew against the server's time, once: a later measurement would take the time that has passed for a skew.
 * @param serverNowMs the server's time when it rendered the page, in Unix milliseconds.
 */
export function measureClockSkew(serverNowMs: number): void {
  if (!measured.has(serverNowMs)) measured.set(serverNowMs, currentSkewMs(serverNowMs));
}

/**
 * Returns how far the server's clock is ahead of the buyer's, in milliseconds, as measured when the page started; 0 for
 * small differences.
 * @param serverNowMs as for {@link measureClockSkew}.
 */
export function clockSkewMs(serverNowMs: number): number {
  return measured.get(serverNowMs) ?? currentSkewMs(serverNowMs);
}

function currentSkewMs(serverNowMs: number): number {
  const difference = serverNowMs - Date.now();
  return Math.abs(difference) > toleratedSkewMs ? difference : 0;
}
