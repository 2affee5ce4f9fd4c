import { type PageRequest, type Position, takePage } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { listHeld, type UnsettledPayment } from "#lib/domain/payments/payouts/listing/repository.ts";

/** A page of unsettled money; `next` is where the next one begins, null on the last. */
export type UnsettledPage = { payments: UnsettledPayment[]; next: Position | null };

/**
 * Succeeded payments whose money waits in the treasury because the merchant had no destination for it, newest first.
 * Each is settled by settleNow, once the merchant has one. What has failed is in listStuckSettlements.
 */
export async function listUnsettled(scope: PartnerScope, { after, limit }: PageRequest): Promise<UnsettledPage> {
  const rows = await listHeld(database, scope, { after, limit: limit + 1 });
  const page = takePage(rows, limit, ({ succeededAt, paymentId }) => [succeededAt.toISOString(), paymentId]);
  return { payments: page.rows, next: page.next };
}
