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
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import type { Merchant, MerchantStatus } from "#lib/domain/merchants/merchant.ts";
import { merchantColumns } from "#lib/domain/merchants/repository.ts";

/** Conditions on a partner's merchants; undefined leaves one out. */
export type MerchantFilter = {
  status?: MerchantStatus | undefined;
  /** Part of the name or the id, case-insensitive. */
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
  AND ($3::text IS NULL OR m.name ILIKE $3 OR m.id ILIKE $3)
  AND ($4::boolean IS NULL OR $4 <> EXISTS (SELECT FROM settlement_destination s WHERE s.merchant_id = m.id))`;

const selectPage = {
  name: "merchant-page",
  text: `SELECT ${merchantColumns} FROM merchant m WHERE ${matching} AND ${keysetCondition(newestFirst, 5)}
    ORDER BY ${keysetOrder(newestFirst)} LIMIT $7`,
};

const countMatching = {
  name: "merchant-count",
  text: `SELECT count(*)::int AS count FROM merchant m WHERE ${matching}`,
};

/** Lists the partner's merchants that aren't deleted, newest first. Runs two statements in parallel. */
export async function listMerchants(
  scope: PartnerScope,
  filter: MerchantFilter,
  { after, limit }: PageRequest,
): Promise<MerchantPage> {
  const values = [...matchingValues(scope, filter), ...keysetValues(newestFirst, after), limit + 1];
  const [rows, totalCount] = await Promise.all([
    database.rows<Merchant>(selectPage, values),
    countMerchants(scope, filter),
  ]);
  const { rows: merchants, next } = takePage(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { merchants, next, totalCount };
}

/** Counts the partner's merchants that match and aren't deleted. */
export async function countMerchants(scope: PartnerScope, filter: MerchantFilter): Promise<number> {
  const [row] = await database.rows<{ count: number }>(countMatching, matchingValues(scope, filter));
  return row?.count ?? 0;
}

function matchingValues(scope: PartnerScope, { status, search, lacksDestination }: MerchantFilter) {
  const pattern = search === undefined ? null : containing(search);
  return [scope.partnerId, status ?? null, pattern, lacksDestination ?? null] as const;
}
