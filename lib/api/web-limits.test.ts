import { expect, test } from "vitest";
import { webLimits } from "#lib/api/web-limits.ts";

// That each limit holds is shown where it is used, with shorter ones.

const longestPollMs = 25_000;
const stoppedAfterMs = 20_000;
const longestDrainMs = 10_000;

test("requests have half a minute to arrive, and Node notices soon when that is over", () => {
  expect(webLimits).toMatchObject({ headersMs: 10_000, requestMs: 30_000 });
  expect(webLimits.checkEveryMs).toBeLessThanOrEqual(webLimits.headersMs / 5);
});

test("an answer that isn't read is cut off within minutes, a long poll isn't", () => {
  expect(webLimits.inactiveMs).toBeGreaterThan(2 * longestPollMs);
  expect(webLimits.inactiveMs).toBeLessThanOrEqual(180_000);
});

test("an idle connection is kept for longer than proxies and balancers keep theirs", () => {
  expect(webLimits.idleMs).toBeGreaterThan(1.2 * 60_000);
});

test("the pages' process has a bounded number of connections, and is replaced within minutes when it hangs", () => {
  expect(webLimits.pagesConnections).toBeLessThanOrEqual(1_000);
  expect(webLimits.pagesPerAddress).toBeLessThanOrEqual(webLimits.pagesConnections / 8);
  expect(webLimits.pagesSilentMs).toBeGreaterThan(2 * webLimits.checkPagesEveryMs);
  expect(webLimits.pagesSilentMs).toBeLessThanOrEqual(120_000);
});

test("a process that stops has closed everything before its time is over", () => {
  const { refusedAfterMs, closedAfterMs, stopPagesMs } = webLimits;
  expect(refusedAfterMs).toBeGreaterThan(longestDrainMs);
  expect(closedAfterMs).toBeGreaterThan(refusedAfterMs);
  expect(closedAfterMs + stopPagesMs).toBeLessThan(stoppedAfterMs);
});
