import { clock } from "#lib/core/clock.ts";
import { type PageRequest, type Position, takePage } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import {
  countStuckPayouts,
  type StuckCount,
  type StuckPayout,
  selectStuckPayouts,
} from "#lib/domain/payments/payouts/stuck/repository.ts";
import { endOtherAlarms, magnitudesOf, raiseAlarm } from "#lib/log/alarm.ts";

/** Five times the three minutes that finality takes on the slowest chain. */
export const payoutStuckAfterMs = 15 * 60_000;

/** A page of stuck payouts; `next` is the position of the following page, null on the last. */
export type StuckPage = { payouts: StuckPayout[]; next: Position | null };

/**
 * Lists payouts that have failed, and those that have been pending or submitted for 15 minutes; longest first. A failed
 * one needs payOutNow; the others continue on their own once the chain does.
 */
export async function listStuckPayouts(scope: PartnerScope, { after, limit }: PageRequest): Promise<StuckPage> {
  const rows = await selectStuckPayouts(database, scope, stuckSince(), { after, limit: limit + 1 });
  const page = takePage(rows, limit, ({ since, paymentId }) => [since.toISOString(), paymentId]);
  return { payouts: page.rows, next: page.next };
}

/** Raises an alarm for each asset of which payouts of any partner have failed, or are stuck; changes nothing. */
export async function reportStuckPayouts(): Promise<void> {
  const stuck = await countStuckPayouts(database, stuckSince());
  const subjectOf = ({ asset, isFailed }: StuckCount) => `${isFailed ? "failed" : "under way"} ${asset}`;
  for (const each of stuck) {
    const { asset, isFailed, count } = each;
    const message = isFailed ? "payouts have failed" : "payouts have been under way for too long";
    raiseAlarm("payouts_stuck", subjectOf(each), { asset, count }, message, magnitudesOf(count));
  }
  const subjects = new Set(stuck.map(subjectOf));
  endOtherAlarms("payouts_stuck", (subject) => subjects.has(subject), "no payout is stuck or has failed");
}

function stuckSince(): Date {
  return new Date(clock.now().getTime() - payoutStuckAfterMs);
}
