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

/** A payment found by the search. */
export type FoundPayment = {
  id: PaymentId;
  referenceId: string;
  status: PaymentStatus;
  amount: Money;
  createdAt: Date;
};

/** Shorter texts occur in too many references to be useful. */
const minCharacters = 3;

/**
 * Finds a payment by id, or the newest payments whose reference contains a text of at least three characters,
 * case-sensitive. Scans the newest payments first: a text that many references share is found there, while the index of
 * references would read all of them. Only rarer texts use the index.
 */
export async function searchPayments(scope: PartnerScope, text: string, limit: number): Promise<FoundPayment[]> {
  const now = clock.now();
  if (isId("pay", text)) {
    const found = (await listPaymentsById(database, [text])).filter((payment) => isInScope(scope, payment));
    return found.map((payment) => ({ ...payment, status: statusAt(payment, now) }));
  }
  if ([...text].length < minCharacters) return [];
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
    partnerId,
    merchantIds: [],
    statuses: [],
    assets: null,
    from: null,
    until: null,
    reference,
  };
  return listPage(database, filter, { by: "date", direction: "desc" }, null, limit, now);
}
