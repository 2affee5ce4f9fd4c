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

const messages: Record<StuckCount["how"], string> = {
  failed: "payouts have failed",
  waiting: "payouts wait until they are worth their gas, or for a gas budget",
  "under way": "payouts have been under way for too long",
};

/** Raises an alarm for each asset of which payouts of any partner have failed, wait for gas, or are stuck; changes nothing. */
export async function reportStuckPayouts(): Promise<void> {
  const found = await countStuckPayouts(database, stuckSince());
  const subjectOf = ({ asset, how }: StuckCount) => `${how} ${asset}`;
  for (const each of found) {
    const { asset, how, count } = each;
    const kind = how === "waiting" ? "payouts_waiting" : "payouts_stuck";
    raiseAlarm(kind, subjectOf(each), { asset, count }, messages[how], magnitudesOf(count));
  }
  const subjects = new Set(found.map(subjectOf));
  endOtherAlarms("payouts_stuck", (subject) => subjects.has(subject), "no payout is stuck or has failed");
  endOtherAlarms("payouts_waiting", (subject) => subjects.has(subject), "no payout waits for gas");
}

function stuckSince(): Date {
  return new Date(clock.now().getTime() - payoutStuckAfterMs);
}
