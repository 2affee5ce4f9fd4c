import { clock } from "#lib/core/clock.ts";
import { type PageRequest, type Position, takePage } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { listUnfinished, type StuckSettlement } from "#lib/domain/payments/payouts/listing/repository.ts";

/** Finality takes three minutes on the slowest chain; what takes five times as long wants to be looked at. */
export const stuckAfterMs = 15 * 60_000;

/** A page of settlements that need somebody; `next` is where the next one begins, null on the last. */
export type StuckPage = { settlements: StuckSettlement[]; next: Position | null };

/**
 * Settlements that have failed, with the reason, and those that have been under way for a quarter of an hour without
 * coming to an end; those that have been so for the longest time first. A failed one is opened again by settleNow; one that is under way goes
 * on by itself when its chain does.
 */
export async function listStuckSettlements(scope: PartnerScope, { after, limit }: PageRequest): Promise<StuckPage> {
  const before = new Date(clock.now().getTime() - stuckAfterMs);
  const rows = await listUnfinished(database, scope, before, { after, limit: limit + 1 });
  const page = takePage(rows, limit, ({ since, paymentId }) => [since.toISOString(), paymentId]);
  return { settlements: page.rows, next: page.next };
}
