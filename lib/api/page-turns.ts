import { setTimeout as pause } from "node:timers/promises";
import { processSingleton } from "#lib/core/process-singleton.ts";
import type { Quota } from "#lib/domain/platform/rate-limit/quota.ts";
import { createTurns } from "#lib/domain/platform/rate-limit/turns.ts";

/**
 * Two pages or files at once, each a sixteenth of the time: seven eighths of the pages' process are left to other addresses. As many wait as a few
 * visitors' browsers ask for at once: a page without one of its scripts doesn't work.
 */
const turns = processSingleton("page-turns", () =>
  createTurns({
    perClient: 2,
    waitingPerClient: 500,
    atOnce: 64,
    waitingInAll: 5_000,
    rest: 15,
    message: "Too many pages are being read from this address at once. Try again in a few seconds.",
  }),
);

/** The part of an address's budget for pages and files that it has at once. People don't use more within a minute. */
const freePart = 0.1;
/** An export, or a page that is read slowly, doesn't keep its turn for longer. */
const longestTurnMs = 500;

/**
 * Answers a request for a page or a file: at once, or when its address's turn comes if that has used a tenth of its budget in this minute.
 * @param quota the state of the address's budget; null without one.
 * @throws TillError `rate_limited` when too many requests of the address are waiting, and whatever `answer` throws.
 */
export async function inPageTurn(quota: Quota | null, address: string, answer: () => Promise<void>): Promise<void> {
  if (quota === null || quota.limit - quota.remaining <= quota.limit * freePart) return answer();
  const answered = Promise.withResolvers<void>();
  await turns()(address, async () => {
    const end = answer().then(answered.resolve, answered.reject);
    await Promise.race([end, pause(longestTurnMs, undefined, { ref: false })]);
  });
  return answered.promise;
}
