import pLimit, { type LimitFunction } from "p-limit";
import { TillError } from "#lib/core/errors.ts";
import type { PartnerId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** The fetches of one partner that may wait for its current one, which takes a second or, from a slow host, up to five. */
const waitingPerPartner = 20;
/** The partners whose logos are fetched at once. Each holds one file of 2 MB. */
const atOnce = 16;
/** The fetches of all partners that may wait. */
const waitingInAll = 500;

/** `size` counts what runs and what waits. */
type Line = { run: LimitFunction; size: number };

const queue = processSingleton("logo-queue", (): Line & { partners: Map<PartnerId, Line> } => ({
  run: pLimit(atOnce),
  size: 0,
  partners: new Map(),
}));

/**
 * Runs work that fetches and decodes a logo of a partner: one at a time per partner, so that none fills the queue of the decoder,
 * which takes one image at a time, and a few at a time in this process.
 * @throws TillError `rate_limited` when too many are waiting, and whatever `work` throws.
 */
export async function inLogoQueue<T>(partnerId: PartnerId, work: () => Promise<T>): Promise<T> {
  const all = queue();
  const own = all.partners.get(partnerId) ?? { run: pLimit(1), size: 0 };
  if (own.size > waitingPerPartner || all.size >= atOnce + waitingInAll) {
    const message = "Too many logos are being fetched for this account. Try again in a few seconds.";
    throw new TillError("rate_limited", { message, retryAfterSeconds: 5 });
  }
  all.partners.set(partnerId, own);
  all.size += 1;
  own.size += 1;
  try {
    return await own.run(() => all.run(work));
  } finally {
    all.size -= 1;
    own.size -= 1;
    if (own.size === 0) all.partners.delete(partnerId);
  }
}
