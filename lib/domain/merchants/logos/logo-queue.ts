import type { PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { createTurns } from "#lib/domain/platform/rate-limit/turns.ts";

/**
 * The work that fetches and decodes logos: one at a time per partner, so that none fills the queue of the decoder, which takes one image
 * at a time. A fetch takes a second or, from a slow host, up to five, and holds a file of 2 MB.
 */
export const logoQueue = processSingleton("logo-queue", () =>
  createTurns<PartnerId>({
    perClient: 1,
    waitingPerClient: 20,
    atOnce: 16,
    waitingInAll: 500,
    message: "Too many logos are being fetched for this account. Try again in a few seconds.",
  }),
);
