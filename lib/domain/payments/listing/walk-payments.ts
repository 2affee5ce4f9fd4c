import { clock } from "#lib/core/clock.ts";
import { type Position, rowsPerBatch, takePage } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { listPageWithOrders, type PaymentWithOrder } from "#lib/domain/payments/listing/repository.ts";

/** Payments, and the moment at which their statuses were evaluated: the same for the whole walk. */
export type PaymentBatch = { payments: PaymentWithOrder[]; now: Date };

/**
 * Yields all payments of a filter in batches. Reads each batch on demand and holds no connection in between.
 * Payments created during the walk are included when they sort after its position; no payment is yielded twice.
 */
export async function* walkPayments(filter: PaymentFilter, sort: PaymentSort): AsyncGenerator<PaymentBatch, void> {
  const now = clock.now();
  let after: Position | null = null;
  do {
    const found = await listPageWithOrders(database, filter, sort, after, rowsPerBatch + 1, now);
    const { rows: payments, next } = takePage(found, rowsPerBatch, ({ sortKey, id }): Position => [sortKey, id]);
    yield { payments, now };
    after = next;
  } while (after !== null);
}
