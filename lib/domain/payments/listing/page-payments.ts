import { type PageRequest, type Position, takePage } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { type ListedPayment, listPage } from "#lib/domain/payments/listing/repository.ts";

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
