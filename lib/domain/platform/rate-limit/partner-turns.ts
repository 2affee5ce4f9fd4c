import pLimit, { type LimitFunction } from "p-limit";
import { TillError } from "#lib/core/errors.ts";
import type { PartnerId } from "#lib/core/ids.ts";

export type TurnOptions = {
  /** One partner's work that runs at once. */
  perPartner: number;
  /** One partner's work that may wait for that. */
  waitingPerPartner: number;
  /** All partners' work that runs at once. */
  atOnce: number;
  /** All partners' work that may wait for that. */
  waitingInAll: number;
  /** The message of the refusal when too much is waiting. */
  message: string;
};

/** Runs work of a partner when its turn comes. @throws TillError `rate_limited` when too much is waiting, and whatever `work` throws. */
export type PartnerTurns = <T>(partnerId: PartnerId, work: () => Promise<T>) => Promise<T>;

/** `size` counts what runs and what waits. */
type Line = { run: LimitFunction; size: number };

const retryAfterSeconds = 5;

/**
 * Limits costly work of this process, in all and of each partner. Partners take turns: however much of one's work waits, at most
 * `perPartner` of it is before another's.
 */
export function createPartnerTurns(options: TurnOptions): PartnerTurns {
  const { perPartner, waitingPerPartner, atOnce, waitingInAll, message } = options;
  const partners = new Map<PartnerId, Line>();
  const all: Line = { run: pLimit(atOnce), size: 0 };
  return async (partnerId, work) => {
    const own = partners.get(partnerId) ?? { run: pLimit(perPartner), size: 0 };
    if (own.size >= perPartner + waitingPerPartner || all.size >= atOnce + waitingInAll) {
      throw new TillError("rate_limited", { message, retryAfterSeconds });
    }
    partners.set(partnerId, own);
    all.size += 1;
    own.size += 1;
    try {
      return await own.run(() => all.run(work));
    } finally {
      all.size -= 1;
      own.size -= 1;
      if (own.size === 0) partners.delete(partnerId);
    }
  };
}
