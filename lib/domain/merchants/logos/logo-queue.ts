import type { PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { createWorkQueue } from "#lib/core/work-queue.ts";

/** The work that fetches and decodes logos. A fetch takes a second or, from a slow host, up to five, and holds a file of 2 MB. */
export const logoQueue = processSingleton("logo-queue", () =>
  createWorkQueue<PartnerId>({
    atOnce: 16,
    waitingPerClient: 20,
    waitingInAll: 500,
    message: "Too many logos are being fetched for this account. Try again in a few seconds.",
  }),
);
