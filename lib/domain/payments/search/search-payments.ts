import { clock } from "#lib/core/clock.ts";
import { isId, type PaymentId } from "#lib/core/ids.ts";
import type { Money } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import { isInScope, type PartnerScope } from "#lib/db/scope.ts";
import type { PaymentFilter } from "#lib/domain/payments/listing/filter.ts";
import { listPage } from "#lib/domain/payments/listing/repository.ts";
import { type PaymentStatus, statusAt } from "#lib/domain/payments/payment.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";
import { type SearchedPayment, searchNewest } from "#lib/domain/payments/search/repository.ts";

/** A payment as a search shows it. */
export type FoundPayment = {
  id: PaymentId;
  referenceId: string;
  status: PaymentStatus;
  amount: Money;
  createdAt: Date;
};

/** Shorter texts are in so many references that nothing is found by them. */
const fewestCharacters = 3;

/**
 * The payment of an id, or the newest whose reference holds a text of three characters and more, letter case included.
 * What many references have is found among the newest payments; only what is rare there is looked up in the index of
 * references, which would read all that have it.
 */
export async function searchPayments(scope: PartnerScope, text: string, limit: number): Promise<FoundPayment[]> {
  const now = clock.now();
  if (isId("pay", text)) {
    const found = (await listPaymentsById(database, [text])).filter((payment) => isInScope(scope, payment));
    return found.map((payment) => ({ ...payment, status: statusAt(payment, now) }));
  }
  if ([...text].length < fewestCharacters) return [];
  const recent = await searchNewest(database, scope, text, limit);
  const rows = recent.length === limit ? recent : await searchAll(scope, text, limit, now);
  return rows.map((payment) => ({ ...payment, status: statusAt(payment, now) }));
}

function searchAll(
  { partnerId }: PartnerScope,
  reference: string,
  limit: number,
  now: Date,
): Promise<SearchedPayment[]> {
  const filter: PaymentFilter = {
    ...{ partnerId, merchantIds: [], statuses: [], assets: null, from: null, until: null, reference },
  };
  return listPage(database, filter, { by: "date", direction: "desc" }, null, limit, now);
}
