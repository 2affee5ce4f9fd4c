import type { ServerResponse } from "node:http";
import type { WebLimits } from "#lib/api/web-limits.ts";
import { createWorkQueue } from "#lib/core/work-queue.ts";
import { env } from "#lib/env/env.ts";

/** Answers a request for a page or file of an address once the address has a connection to the pages left. */
export type OpenPages = (address: string, response: ServerResponse, answer: () => Promise<void>) => Promise<void>;

/**
 * Creates a function that shares out the connections to the pages, and leaves an address some of them only.
 * One is taken until the answer has been sent, so that a client that doesn't read its answers delays its own
 * address. Without a limit of pages per address (`RATE_LIMIT_PAGES_PER_ADDRESS`) nothing is counted.
 * @throws TillError `rate_limited`, from the function, when too many requests of the address are waiting.
 */
export function createOpenPages({ pagesConnections, pagesPerAddress, pagesWaitingPerAddress }: WebLimits): OpenPages {
  const queue = createWorkQueue({
    atOnce: pagesConnections,
    perClient: pagesPerAddress,
    waitingPerClient: pagesWaitingPerAddress,
    waitingInAll: Number.POSITIVE_INFINITY,
    message: "Too many pages are being sent to this address at once. Try again in a few seconds.",
  });
  return (address, response, answer) => {
    if (env().RATE_LIMIT_PAGES_PER_ADDRESS === 0) return answer();
    return queue(address, async () => {
      if (response.closed) return;
      const closed = new Promise((resolve) => response.once("close", resolve));
      await answer();
      await closed;
    });
  };
}
