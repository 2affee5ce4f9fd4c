import { database } from "#lib/db/pool.ts";
import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";
import { type PaymentStatistics, sumPayments, sumRollup } from "#lib/domain/payments/statistics/repository.ts";

/** Returns the statistics of a filter, by one statement. @param now the moment at which statuses are evaluated. */
export function countPayments(filter: PaymentFilter, now: Date): Promise<PaymentStatistics> {
  return isRolledUp(filter) ? sumRollup(database, filter, now) : sumPayments(database, filter, now);
}

/** True for a filter by merchant, status and token only, which the rollups cover. They don't count refunds. */
export function isRolledUp({ from, until, reference, search = null, refunds = [] }: PaymentFilter): boolean {
  return from === null && until === null && reference === null && search === null && refunds.length === 0;
}
