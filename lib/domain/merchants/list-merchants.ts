import {
  type Keyset,
  keysetCondition,
  keysetOrder,
  keysetValues,
  type PageRequest,
  type Position,
  takePage,
} from "#lib/db/keyset.ts";
import { containing } from "#lib/db/like-pattern.ts";
import { database, type Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { inBulk } from "#lib/db/work.ts";
import type { Merchant, MerchantStatus } from "#lib/domain/merchants/merchant.ts";
import { merchantColumns } from "#lib/domain/merchants/repository.ts";

/** Conditions on a partner's merchants; undefined leaves one out. */
export type MerchantFilter = {
  status?: MerchantStatus | undefined;
  /** Part of the name or the id, in any letter case, with or without accents. */
  search?: string | undefined;
  /** True for only those without a settlement destination, false for only those with one. */
  lacksDestination?: boolean | undefined;
};

export type MerchantPage = {
  merchants: Merchant[];
  /** The position of the next page; null on the last. */
  next: Position | null;
  /** The number of merchants on all pages. */
  totalCount: number;
};

const newestFirst: Keyset = { column: "m.created_at", type: "timestamptz", id: "m.id", direction: "desc" };
const matching = `m.partner_id = $1 AND m.deleted_at IS NULL AND ($2::merchant_status IS NULL OR m.status = $2)
  AND ($3::boolean IS NULL OR $3 <> EXISTS (SELECT FROM settlement_destination s WHERE s.merchant_id = m.id))`;
// The index `merchant_by_part` has the runs of two and three characters in names and ids, in lower case and without accents, so
// that "cafe" finds "Café" and the other way round. A text of one character is compared with all merchants.
const found = `AND merchant_grams(m.partner_id, plain_text(m.name || chr(10) || m.id)) @> merchant_grams($1, plain_text($4))
  AND (plain_text(m.name) LIKE plain_text($5) OR m.id ILIKE $5)`;

const page = `ORDER BY ${keysetOrder(newestFirst)} LIMIT`;
const selectPage = statement<Merchant>({
  name: "merchant-page",
  text: `SELECT ${merchantColumns} FROM merchant m WHERE ${matching} AND ${keysetCondition(newestFirst, 4)} ${page} $6`,
});
// Statements of their own: a prepared statement with an optional search would read all merchants for every search.
const searchPage = statement<Merchant>({
  name: "merchant-search-page",
  text: `SELECT ${merchantColumns} FROM merchant m WHERE ${matching} ${found} AND ${keysetCondition(newestFirst, 6)} ${page} $8`,
});

const countMatching = statement<{ count: number }>({
  name: "merchant-count",
  text: `SELECT count(*)::int AS count FROM merchant m WHERE ${matching}`,
});
const countFound = statement<{ count: number }>({
  name: "merchant-search-count",
  text: `SELECT count(*)::int AS count FROM merchant m WHERE ${matching} ${found}`,
});

/**
 * Lists the partner's merchants that aren't deleted, newest first, as bulk work.
 * @throws TillError `rate_limited` when too much of the partner's bulk work is waiting.
 */
export function listMerchants(scope: PartnerScope, filter: MerchantFilter, page: PageRequest): Promise<MerchantPage> {
  return inBulk(scope.partnerId, () => selectMerchantPage(database, scope, filter, page));
}

/** Selects what {@link listMerchants} lists, by two statements in parallel. */
export async function selectMerchantPage(
  on: Queryable,
  scope: PartnerScope,
  filter: MerchantFilter,
  { after, limit }: PageRequest,
): Promise<MerchantPage> {
  const statement = filter.search === undefined ? selectPage : searchPage;
  const values = [...matchingValues(scope, filter), ...keysetValues(newestFirst, after), limit + 1];
  const [rows, totalCount] = await Promise.all([on.rows(statement, values), countMerchants(scope, filter, on)]);
  const { rows: merchants, next } = takePage(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { merchants, next, totalCount };
}

/** Counts the partner's merchants that match and aren't deleted. */
export async function countMerchants(
  scope: PartnerScope,
  filter: MerchantFilter,
  on: Queryable = database,
): Promise<number> {
  const statement = filter.search === undefined ? countMatching : countFound;
  const [row] = await on.rows(statement, matchingValues(scope, filter));
  return row?.count ?? 0;
}

function matchingValues(scope: PartnerScope, { status, search, lacksDestination }: MerchantFilter) {
  const searched = search === undefined ? [] : [search, containing(search)];
  return [scope.partnerId, status ?? null, lacksDestination ?? null, ...searched];
}

const selectSome = statement<Merchant>({
  name: "merchants-by-ids",
  text: `SELECT ${merchantColumns} FROM merchant m
    WHERE m.partner_id = $1 AND m.deleted_at IS NULL AND m.id = ANY($2::text[]) ORDER BY ${keysetOrder(newestFirst)}`,
});

/** Lists the partner's merchants among `ids` that aren't deleted, newest first. */
export function listMerchantsByIds({ partnerId }: PartnerScope, ids: readonly string[]): Promise<Merchant[]> {
  return database.rows(selectSome, [partnerId, ids]);
}

/** The number of newest merchants whose destinations are compared. */
const newestCount = 1_000;

const selectByDestination = statement<Merchant>({
  name: "merchants-by-destination-part",
  text: `SELECT ${merchantColumns} FROM (SELECT * FROM merchant
      WHERE partner_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ${newestCount}) m
    WHERE EXISTS (SELECT FROM settlement_destination s
      WHERE s.merchant_id = m.id AND lower(split_part(s.destination, ':', 3)) LIKE $2)
    ORDER BY ${keysetOrder(newestFirst)} LIMIT $3`,
});

/**
 * Lists those of the partner's newest thousand merchants whose money goes to an address with this beginning
 * and end, newest first.
 * @param part in lower case.
 */
export function listMerchantsByDestination(
  { partnerId }: PartnerScope,
  { start, end }: { start: string; end: string },
  limit: number,
): Promise<Merchant[]> {
  return database.rows(selectByDestination, [partnerId, `${start}%${end}`, limit]);
}
