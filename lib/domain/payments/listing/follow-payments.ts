import type { PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { pagePayments } from "#lib/domain/payments/listing/page-payments.ts";
import { type ListedPayment, listListedPaymentsById } from "#lib/domain/payments/listing/repository.ts";

/** So many of a list's first payments are looked at for new ones. */
const newestCount = 50;

/**
 * What somebody who has read a list needs to keep it up to date: how it begins by now, and payments of it that may have
 * changed, as they are by now whether or not they still match. Two short statements side by side.
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
