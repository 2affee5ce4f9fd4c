import { clock } from "#lib/core/clock.ts";
import type { PageRequest, Position } from "#lib/db/keyset.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { pagePayments } from "#lib/domain/payments/listing/page-payments.ts";
import type { ListedPayment } from "#lib/domain/payments/listing/repository.ts";
import { countPayments } from "#lib/domain/payments/statistics/count-payments.ts";
import type { PaymentStatistics } from "#lib/domain/payments/statistics/repository.ts";

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
export async function listPayments(filter: PaymentFilter, sort: PaymentSort, page: PageRequest): Promise<PaymentPage> {
  const now = clock.now();
  const [rows, statistics] = await Promise.all([pagePayments(filter, sort, page, now), countPayments(filter, now)]);
  return { ...rows, statistics, now };
}
