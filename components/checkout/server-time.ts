/** Below this a difference between the clocks is mostly the time that the page took to arrive. */
const toleratedSkewMs = 10_000;

/**
 * How far the server's clock is ahead of the buyer's, which may be wrong.
 * @param serverNowMs the server's time when it wrote the page, Unix milliseconds; call it when the page has arrived.
 */
export function clockSkewMs(serverNowMs: number): number {
  const difference = serverNowMs - Date.now();
  return Math.abs(difference) > toleratedSkewMs ? difference : 0;
}
