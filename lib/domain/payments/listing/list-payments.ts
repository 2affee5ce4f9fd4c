import { clock } from "#lib/core/clock.ts";
import { type PageRequest, type Position, takePage } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { type ListedPayment, listPage } from "#lib/domain/payments/listing/repository.ts";
import { type PaymentStatistics, sumPayments, sumRollup } from "#lib/domain/payments/statistics/repository.ts";

export type PaymentPage = {
  payments: ListedPayment[];
  /** Where the next page begins; null on the last. */
  next: Position | null;
  /** Of the whole filtered set, not of the page. */
  statistics: PaymentStatistics;
  /** The moment that statuses are as of. */
  now: Date;
};

/** A page of the payments that a filter matches, with the statistics of all of them. Two statements, side by side. */
export async function listPayments(
  filter: PaymentFilter,
  sort: PaymentSort,
  { after, limit }: PageRequest,
): Promise<PaymentPage> {
  const now = clock.now();
  const isRolledUp = filter.from === null && filter.until === null && filter.reference === null;
  const [rows, statistics] = await Promise.all([
    listPage(database, filter, sort, after, limit + 1, now),
    isRolledUp ? sumRollup(database, filter, now) : sumPayments(database, filter, now),
  ]);
  const { rows: payments, next } = takePage(rows, limit, ({ sortKey, id }) => [sortKey, id]);
  return { payments, next, statistics, now };
}
