/** Differences below this are mostly the time that the page took to arrive. */
const toleratedSkewMs = 10_000;

/**
 * Returns how far the server's clock is ahead of the buyer's, in milliseconds; 0 for small differences.
 * @param serverNowMs the server's time when it rendered the page, in Unix milliseconds. Call this when the page loads.
 */
export function clockSkewMs(serverNowMs: number): number {
  const difference = serverNowMs - Date.now();
  return Math.abs(difference) > toleratedSkewMs ? difference : 0;
}
