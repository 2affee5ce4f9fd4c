import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount, Money } from "#lib/core/money.ts";
import { type Keyset, keysetCondition, keysetOrder, keysetValues, type Position } from "#lib/db/keyset.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { sourcesOf } from "#lib/domain/payments/listing/sources.ts";
import { nameStatement, Values } from "#lib/domain/payments/listing/values.ts";
import type { PaymentOrder, PaymentStatus } from "#lib/domain/payments/payment.ts";
import { type OrderRow, orderRowColumns, refundedOf, toOrder } from "#lib/domain/payments/payment-row.ts";
import { storedUnit } from "#lib/domain/payments/stored-unit.ts";

/** A payment as shown in lists. */
export type ListedPayment = {
  id: PaymentId;
  merchant: { id: MerchantId; name: string; logoHash: string | null };
  referenceId: string;
  storedStatus: PaymentStatus;
  expiresAt: Date;
  amount: Money;
  fiat: { currency: string; value: AtomicAmount };
  token: { asset: Caip19; amount: AtomicAmount; fee: AtomicAmount } | null;
  buyer: { account: Caip10; appName: string | null; appLogoHash: string | null } | null;
  transaction: { hash: string; nonce: bigint } | null;
  fees: FeeSchedule & { total: AtomicAmount };
  settlementTxHash: string | null;
  createdAt: Date;
  updatedAt: Date;
  settledAt: Date | null;
  refundedAt: Date | null;
  /** The amount that was refunded so far, in smallest units of the token. */
  refunded: AtomicAmount;
  /** The sort value, as the database formats it. */
  sortKey: string;
};

/** A payment as events and exports show it. Lists leave the order out, because it can be larger than all the rest. */
export type PaymentWithOrder = ListedPayment & { order: PaymentOrder };

type Row = {
  id: PaymentId;
  merchant_id: MerchantId;
  merchant_name: string;
  merchant_logo: string | null;
  reference_id: string;
  status: PaymentStatus;
  expires_at: Date;
  unit: string;
  value: string;
  fiat_currency: string;
  fiat_value: string;
  token_asset: Caip19 | null;
  token_amount: string | null;
  token_fee: string | null;
  buyer_account: Caip10 | null;
  app_name: string | null;
  app_logo: string | null;
  tx_hash: string | null;
  tx_nonce: string | null;
  fee_total: string;
  fee_currency: string;
  fee_fixed: string;
  fee_ppm: number;
  settlement_tx_hash: string | null;
  created_at: Date;
  updated_at: Date;
  settled_at: Date | null;
  refunded_at: Date | null;
  refunded_amount: string | null;
  sort_key: string;
};

/** The page of a filter's payments, in order, that starts after the position `after`. */
type PageOf = [filter: PaymentFilter, sort: PaymentSort, after: Position | null, limit: number, now: Date];

/** Lists one page of a filter's payments. Common filters read an index in the order of the sort (sourcesOf). */
export async function listPage(on: Queryable, ...page: PageOf): Promise<ListedPayment[]> {
  const { name, text, values } = pageStatement(listedColumns, page);
  return (await on.rows<Row>({ name, text }, values)).map(toListed);
}

/** Lists one page as {@link listPage} does, with the payments' orders. */
export async function listPageWithOrders(on: Queryable, ...page: PageOf): Promise<PaymentWithOrder[]> {
  const { name, text, values } = pageStatement(withOrderColumns, page);
  return (await on.rows<Row & OrderRow>({ name, text }, values)).map(toListedWithOrder);
}

function pageStatement(columns: string, [filter, sort, after, limit, now]: PageOf) {
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
  return { ...nameStatement("payment-page", text), values: values.all };
}

// OFFSET 0 makes the planner look up the merchant and app of each row, instead of reading all merchants and apps.
const merchantAndApp = `
    CROSS JOIN LATERAL (SELECT name, logo_hash FROM merchant WHERE id = p.merchant_id OFFSET 0) m
    LEFT JOIN LATERAL (SELECT name, logo_hash FROM app WHERE id = p.buyer_app_id OFFSET 0) a ON true`;
const listedColumns = `p.id, p.merchant_id, m.name AS merchant_name, m.logo_hash AS merchant_logo, p.reference_id,
      p.status, p.expires_at, p.unit, p.value, p.fiat_currency, p.fiat_value, p.token_asset, p.token_amount, p.token_fee,
      p.buyer_account, a.name AS app_name, a.logo_hash AS app_logo, p.tx_hash, p.tx_nonce, p.fee_total, p.fee_currency,
      p.fee_fixed, p.fee_ppm, p.settlement_tx_hash, p.created_at, p.updated_at, p.settled_at, p.refunded_at,
      p.refunded_amount`;
const withOrderColumns = `${listedColumns}, ${orderRowColumns}`;
const createdAtText = `to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const selectByIds = {
  name: "payments-listed-by-id",
  text: `SELECT ${listedColumns}, ${createdAtText} AS sort_key FROM payment p ${merchantAndApp}
    WHERE p.id = ANY($2::text[]) AND p.partner_id = $1`,
};

/** Lists the partner's payments among these ids, in no order. */
export async function listListedPaymentsById(
  on: Queryable,
  partnerId: PartnerId,
  ids: readonly PaymentId[],
): Promise<ListedPayment[]> {
  return (await on.rows<Row>(selectByIds, [partnerId, ids])).map(toListed);
}

const selectAnyByIds = {
  name: "payments-listed-any",
  text: `SELECT ${withOrderColumns}, ${createdAtText} AS sort_key FROM payment p ${merchantAndApp}
    WHERE p.id = ANY($1::text[])`,
};

/**
 * Lists any partners' payments among these ids, in no order, with their orders. Unscoped: the caller has found the ids in its scope.
 */
export async function listAnyListedPayments(on: Queryable, ids: readonly PaymentId[]): Promise<PaymentWithOrder[]> {
  return (await on.rows<Row & OrderRow>(selectAnyByIds, [ids])).map(toListedWithOrder);
}

function keysetOf({ by, direction }: PaymentSort): Keyset {
  const id = "p.id";
  if (by === "date") return { column: "p.created_at", type: "timestamptz", id, direction };
  return { column: "p.amount_rank", type: "numeric", id, direction };
}

function toListedWithOrder(row: Row & OrderRow): PaymentWithOrder {
  return { ...toListed(row), order: toOrder(row) };
}

function toListed(row: Row): ListedPayment {
  const { token_asset: asset, token_amount: amount, token_fee: fee, buyer_account: account } = row;
  const { tx_hash: hash, tx_nonce: nonce } = row;
  return {
    id: row.id,
    merchant: { id: row.merchant_id, name: row.merchant_name, logoHash: row.merchant_logo },
    referenceId: row.reference_id,
    storedStatus: row.status,
    expiresAt: row.expires_at,
    amount: { unit: storedUnit(row.unit), value: BigInt(row.value) },
    fiat: { currency: row.fiat_currency, value: BigInt(row.fiat_value) },
    token: asset === null || amount === null ? null : { asset, amount: BigInt(amount), fee: BigInt(fee ?? 0) },
    buyer: account === null ? null : { account, appName: row.app_name, appLogoHash: row.app_logo },
    transaction: hash === null || nonce === null ? null : { hash, nonce: BigInt(nonce) },
    fees: {
      total: BigInt(row.fee_total),
      currency: row.fee_currency,
      fixed: BigInt(row.fee_fixed),
      partsPerMillion: row.fee_ppm,
    },
    settlementTxHash: row.settlement_tx_hash,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    settledAt: row.settled_at,
    refundedAt: row.refunded_at,
    refunded: refundedOf(row),
    sortKey: row.sort_key,
  };
}
