import { clock } from "#lib/core/clock.ts";
import { type PageRequest, type Position, rowsPerBatch, takePage } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import {
  type ListedPayment,
  listPage,
  listPageWithOrders,
  type PaymentWithOrder,
} from "#lib/domain/payments/listing/repository.ts";

/** The payments of a page; `next` is the position of the following page, null on the last. */
export type PaymentRows = { payments: ListedPayment[]; next: Position | null };

/** Reads a page of a filter's payments in one statement. @param now the moment at which statuses are evaluated. */
export async function pagePayments(
  filter: PaymentFilter,
  sort: PaymentSort,
  { after, limit }: PageRequest,
  now: Date,
): Promise<PaymentRows> {
  const found = await listPage(database, filter, sort, after, limit + 1, now);
  const { rows: payments, next } = takePage(found, limit, ({ sortKey, id }) => [sortKey, id]);
  return { payments, next };
}

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
