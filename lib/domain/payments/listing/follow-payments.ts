import type { PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { pagePayments } from "#lib/domain/payments/listing/page-payments.ts";
import { type ListedPayment, listListedPaymentsById } from "#lib/domain/payments/listing/repository.ts";

/** The number of first payments that are compared with the reader's list. */
const newestCount = 50;

/**
 * Reads what a client needs to refresh a list: its current first page, and the payments it shows, whether or not they
 * still match. Runs two short statements concurrently.
 * @param ids the payments that the client shows and that may have changed.
 */
export async function followPayments(
  filter: PaymentFilter,
  sort: PaymentSort,
  ids: readonly PaymentId[],
  now: Date,
): Promise<{ newest: ListedPayment[]; known: ListedPayment[] }> {
  const [{ payments: newest }, known] = await Promise.all([
    pagePayments(filter, sort, { after: null, limit: newestCount }, now),
    ids.length === 0 ? [] : listListedPaymentsById(database, filter.partnerId, ids),
  ]);
  return { newest, known };
}
