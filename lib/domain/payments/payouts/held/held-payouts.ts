import { type PageRequest, type Position, takePage } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import {
  type HeldPayout,
  type HeldSum,
  selectHeldPayouts,
  selectHeldSums,
} from "#lib/domain/payments/payouts/held/repository.ts";

/** A page of held payouts; `next` is the position of the following page, null on the last. */
export type HeldPage = { payouts: HeldPayout[]; next: Position | null };

/**
 * Lists payouts that wait in the treasury because the merchant had no destination for the asset, newest first. Once the
 * merchant has one, payOutNow sends them. Failed payouts are in listStuckPayouts.
 */
export async function listHeldPayouts(scope: PartnerScope, { after, limit }: PageRequest): Promise<HeldPage> {
  const rows = await selectHeldPayouts(database, scope, { after, limit: limit + 1 });
  const page = takePage(rows, limit, ({ succeededAt, paymentId }) => [succeededAt.toISOString(), paymentId]);
  return { payouts: page.rows, next: page.next };
}

/** The totals of listHeldPayouts by asset, over all pages. */
export function sumHeldPayouts(scope: PartnerScope): Promise<HeldSum[]> {
  return selectHeldSums(database, scope);
}
