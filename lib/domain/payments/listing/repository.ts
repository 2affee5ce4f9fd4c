import type { PartnerId, PaymentId } from "#lib/core/ids.ts";
import { group, plain, type RowOf, reader, selectList, text, type ValueOf } from "#lib/db/fields.ts";
import { type Keyset, keysetCondition, keysetOrder, keysetValues, type Position } from "#lib/db/keyset.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { sourcesOf } from "#lib/domain/payments/listing/sources.ts";
import { nameStatement, Values } from "#lib/domain/payments/listing/values.ts";
import { listedFields, orderFields } from "#lib/domain/payments/payment.ts";

const withOrderFields = { ...listedFields, order: group(orderFields) };
/** The sort value, as the database formats it. Its expression is the statement's. */
const sortKey = plain("sort_key", text());
const readFields = { ...listedFields, sortKey };
const readWithOrderFields = { ...withOrderFields, sortKey };

/** A payment as shown in lists. */
export type ListedPayment = ValueOf<typeof readFields>;
/** A payment as events and exports show it. */
export type PaymentWithOrder = ValueOf<typeof readWithOrderFields>;

type Row = RowOf<typeof readFields>;
type RowWithOrder = RowOf<typeof readWithOrderFields>;
const listedColumns = selectList(listedFields, "p");
const withOrderColumns = selectList(withOrderFields, "p");
const toListed = reader(readFields);
const toListedWithOrder = reader(readWithOrderFields);

/** The page of a filter's payments, in order, that starts after the position `after`. */
type PageOf = [filter: PaymentFilter, sort: PaymentSort, after: Position | null, limit: number, now: Date];

/** Lists one page of a filter's payments. Common filters read an index in the order of the sort (sourcesOf). */
export async function listPage(on: Queryable, ...page: PageOf): Promise<ListedPayment[]> {
  const { select, values } = pageStatement<Row>("payment-page", listedColumns, page);
  return (await on.rows(select, values)).map(toListed);
}

/** Lists one page as {@link listPage} does, with the payments' orders. */
export async function listPageWithOrders(on: Queryable, ...page: PageOf): Promise<PaymentWithOrder[]> {
  const { select, values } = pageStatement<RowWithOrder>("payment-page-with-orders", withOrderColumns, page);
  return (await on.rows(select, values)).map(toListedWithOrder);
}

function pageStatement<Row extends object>(name: string, columns: string, [filter, sort, after, limit, now]: PageOf) {
  const values = new Values();
  const keyset = keysetOf(sort);
  const behind = keysetCondition(keyset, values.all.length + 1);
  for (const value of keysetValues(keyset, after)) values.add(value);
  const limitAt = values.add(limit);
  const order = keysetOrder(keyset);
  const sources = sourcesOf(filter, sort, values, now, `${behind} ORDER BY ${order} LIMIT ${limitAt}`);
  const text = `SELECT ${columns},
      ${sort.by === "date" ? createdAtText : "p.amount_rank::text"} AS sort_key
    FROM (SELECT p.* FROM (${sources}) p ORDER BY ${order} LIMIT ${limitAt}) p
    ${merchantAndApp}
    ORDER BY ${order}`;
  return { select: nameStatement<Row>(name, text), values: values.all };
}

// OFFSET 0 makes the planner look up the merchant and app of each row, instead of reading all merchants and apps.
const merchantAndApp = `
    CROSS JOIN LATERAL (SELECT name, logo_hash FROM merchant WHERE id = p.merchant_id OFFSET 0) m
    LEFT JOIN LATERAL (SELECT name, logo_hash FROM app WHERE id = p.buyer_app_id OFFSET 0) a ON true`;
const createdAtText = `to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const selectByIds = statement<Row>({
  name: "payments-listed-by-id",
  text: `SELECT ${listedColumns}, ${createdAtText} AS sort_key FROM payment p ${merchantAndApp}
    WHERE p.id = ANY($2::text[]) AND p.partner_id = $1`,
});

/** Lists the partner's payments among these ids, in no order. */
export async function listListedPaymentsById(
  on: Queryable,
  partnerId: PartnerId,
  ids: readonly PaymentId[],
): Promise<ListedPayment[]> {
  return (await on.rows(selectByIds, [partnerId, ids])).map(toListed);
}

const selectAnyByIds = statement<RowWithOrder>({
  name: "payments-listed-any",
  text: `SELECT ${withOrderColumns}, ${createdAtText} AS sort_key FROM payment p ${merchantAndApp}
    WHERE p.id = ANY($1::text[])`,
});

/**
 * Lists any partners' payments among these ids, in no order, with their orders. Unscoped: the caller has
 * found the ids in its scope.
 */
export async function listAnyListedPayments(on: Queryable, ids: readonly PaymentId[]): Promise<PaymentWithOrder[]> {
  return (await on.rows(selectAnyByIds, [ids])).map(toListedWithOrder);
}

function keysetOf({ by, direction }: PaymentSort): Keyset {
  const id = "p.id";
  if (by === "date") return { column: "p.created_at", type: "timestamptz", id, direction };
  return { column: "p.amount_rank", type: "numeric", id, direction };
}
