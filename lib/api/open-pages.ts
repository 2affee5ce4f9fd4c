import type { ServerResponse } from "node:http";
import type { WebLimits } from "#lib/api/web-limits.ts";
import { createTurns } from "#lib/domain/platform/rate-limit/turns.ts";
import { env } from "#lib/env/env.ts";

/** Answers a request for a page or file of an address once the address has a connection to the pages left. */
export type OpenPages = (address: string, response: ServerResponse, answer: () => Promise<void>) => Promise<void>;

/**
 * Creates a function that leaves an address some of the connections to the pages only. One is taken until the answer has been sent, so that a
 * client that doesn't read its answers delays its own address. Without a limit of pages per address (`RATE_LIMIT_PAGES_PER_ADDRESS`)
 * nothing is counted.
 * @throws TillError `rate_limited`, from the function, when too many requests of the address are waiting.
 */
export function createOpenPages({ pagesPerAddress, pagesWaitingPerAddress }: WebLimits): OpenPages {
  const turns = createTurns({
    perClient: pagesPerAddress,
    waitingPerClient: pagesWaitingPerAddress,
    atOnce: Number.POSITIVE_INFINITY,
    waitingInAll: Number.POSITIVE_INFINITY,
    message: "Too many pages are being sent to this address at once. Try again in a few seconds.",
  });
  return (address, response, answer) => {
    if (env().RATE_LIMIT_PAGES_PER_ADDRESS === 0) return answer();
    return turns(address, async () => {
      if (response.closed) return;
      const closed = new Promise((resolve) => response.once("close", resolve));
      await answer();
      await closed;
    });
  };
}
