import { modeOf } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { everyPayment } from "#lib/domain/payments/listing/filter.ts";
import { type PaymentSearch, parseSearch } from "#lib/domain/payments/listing/parse-search.ts";
import { listPage } from "#lib/domain/payments/listing/repository.ts";
import { type PaymentStatus, statusAt } from "#lib/domain/payments/payment.ts";
import { type SearchedPayment, searchNewest } from "#lib/domain/payments/search/repository.ts";

/** A payment found by the search. */
export type FoundPayment = SearchedPayment & { status: PaymentStatus };

/** Shorter texts occur in too many references to be useful. */
const minCharacters = 3;

/**
 * Finds the newest payments by what {@link parseSearch} reads: by id, transaction, buyer or the beginning of
 * an address, or by a part of the reference of at least three characters, in any letter case; none by a
 * merchant's id. The beginning of an address may be a part of a reference too. For a part of the reference,
 * scans the newest payments first: a text that many references share is found there, while the index of
 * references would read all of them. Only rarer texts use the index.
 */
export async function searchPayments(scope: PartnerScope, text: string, limit: number): Promise<FoundPayment[]> {
  const now = clock.now();
  const search = parseSearch(text, modeOf(scope.partnerId));
  if (search.kind === "merchant") return [];
  if (search.kind === "reference" && [...search.text].length < minCharacters) return [];
  const mayBeReference = search.kind === "reference" || search.kind === "buyerPart";
  const recent = mayBeReference ? await searchNewest(database, scope, text.trim(), limit) : [];
  const rest = recent.length === limit ? [] : await searchAll(scope, search, limit, now);
  const known = new Set(recent.map(({ id }) => id));
  const rows = [...recent, ...rest.filter(({ id }) => !known.has(id))];
  return rows.slice(0, limit).map((payment) => ({ ...payment, status: statusAt(payment, now) }));
}

function searchAll(
  { partnerId }: PartnerScope,
  search: PaymentSearch,
  limit: number,
  now: Date,
): Promise<SearchedPayment[]> {
  const filter = { ...everyPayment(partnerId), search };
  return listPage(database, filter, { by: "date", direction: "desc" }, null, limit, now);
}
