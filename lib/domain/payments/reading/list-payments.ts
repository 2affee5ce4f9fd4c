import { clock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { PageRequest, Position } from "#lib/db/keyset.ts";
import { inBulk } from "#lib/db/work.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { pagePayments } from "#lib/domain/payments/listing/page-payments.ts";
import type { ListedPayment } from "#lib/domain/payments/listing/repository.ts";
import { readRefunds } from "#lib/domain/payments/refunds/list-refunds.ts";
import type { Refund } from "#lib/domain/payments/refunds/refund.ts";
import { countPayments } from "#lib/domain/payments/statistics/count-payments.ts";
import type { PaymentStatistics } from "#lib/domain/payments/statistics/repository.ts";

export type PaymentPage = {
  payments: ListedPayment[];
  /** The position of the next page; null on the last. */
  next: Position | null;
  /** The refunds of the payments that have any. */
  refunds: ReadonlyMap<PaymentId, readonly Refund[]>;
  /** Statistics of everything that matches, not of the page. */
  statistics: PaymentStatistics;
  /** The moment at which statuses were evaluated. */
  now: Date;
};

/**
 * Returns a page of a filter's payments with the statistics of all of them, by three statements of bulk work.
 * @throws TillError `rate_limited` when too much of the partner's bulk work is waiting.
 */
export function listPayments(filter: PaymentFilter, sort: PaymentSort, page: PageRequest): Promise<PaymentPage> {
  return inBulk(filter.partnerId, async () => {
    const now = clock.now();
    const [rows, statistics] = await Promise.all([pagePayments(filter, sort, page, now), countPayments(filter, now)]);
    return { ...rows, refunds: await readRefunds(rows.payments), statistics, now };
  });
}
