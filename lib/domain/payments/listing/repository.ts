import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PaymentId } from "#lib/core/ids.ts";
import { type AtomicAmount, type Money, parseUnit } from "#lib/core/money.ts";
import { type Keyset, keysetCondition, keysetOrder, keysetValues, type Position } from "#lib/db/keyset.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { FeeSchedule } from "#lib/domain/payments/fees.ts";
import { conditionsOf, named, storedStatuses, Values } from "#lib/domain/payments/listing/conditions.ts";
import type { PaymentFilter, PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import type { PaymentStatus } from "#lib/domain/payments/payment.ts";

/** A payment as lists show it. */
export type ListedPayment = {
  id: PaymentId;
  merchant: { id: MerchantId; name: string; logoHash: string | null };
  referenceId: string;
  storedStatus: PaymentStatus;
  expiresAt: Date;
  amount: Money;
  fiat: { currency: string; value: AtomicAmount };
  token: { asset: Caip19; amount: AtomicAmount; fee: AtomicAmount } | null;
  buyer: { account: Caip10; appName: string | null; appIconUrl: string | null } | null;
  transaction: { hash: string; nonce: bigint } | null;
  fees: FeeSchedule & { total: AtomicAmount };
  settlementTxHash: string | null;
  createdAt: Date;
  updatedAt: Date;
  settledAt: Date | null;
  /** What the sort goes by, as the database writes it. */
  sortKey: string;
};

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
  app_icon: string | null;
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
  sort_key: string;
};

/** Beyond this many merchants their pages are not merged one by one. */
const mergedMerchants = 50;

/**
 * One page of a filter's payments in order, from the rows behind `after` on. Every sort and each of the usual filters
 * is read from an index in order: for a filter with several values, the first rows of each value are merged.
 */
export async function listPage(
  on: Queryable,
  filter: PaymentFilter,
  sort: PaymentSort,
  after: Position | null,
  limit: number,
  now: Date,
): Promise<ListedPayment[]> {
  const values = new Values();
  const keyset = keysetOf(sort);
  const behind = keysetCondition(keyset, values.all.length + 1);
  for (const value of keysetValues(keyset, after)) values.add(value);
  const limitAt = values.add(limit);
  const order = keysetOrder(keyset);
  const rows = (column: string | null, conditions: string) => `SELECT p.* FROM payment p
    WHERE ${column === null ? "" : `p.${column} = v AND `}${conditions} AND ${behind}
    ORDER BY ${order} LIMIT ${limitAt}`;
  const driver = driverOf(filter, sort);
  const source =
    driver === null
      ? `(${rows(null, conditionsOf(filter, values, now))})`
      : `unnest(${values.add(driver.values)}::${driver.type}[]) AS v CROSS JOIN LATERAL
        (${rows(driver.column, conditionsOf(filter, values, now, driver.dimension))})`;
  const text = `SELECT p.id, p.merchant_id, m.name AS merchant_name, m.logo_hash AS merchant_logo, p.reference_id,
      p.status, p.expires_at, p.unit, p.value, p.fiat_currency, p.fiat_value, p.token_asset, p.token_amount, p.token_fee,
      p.buyer_account, a.name AS app_name, a.icon_url AS app_icon, p.tx_hash, p.tx_nonce, p.fee_total, p.fee_currency,
      p.fee_fixed, p.fee_ppm, p.settlement_tx_hash, p.created_at, p.updated_at, p.settled_at,
      ${sort.by === "date" ? createdAtText : "p.amount_rank::text"} AS sort_key
    FROM (SELECT p.* FROM ${source} p ORDER BY ${order} LIMIT ${limitAt}) p
    JOIN merchant m ON m.id = p.merchant_id LEFT JOIN app a ON a.id = p.buyer_app_id
    ORDER BY ${order}`;
  return (await on.rows<Row>(named("payment-page", text), values.all)).map(toListed);
}

const createdAtText = `to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function keysetOf({ by, direction }: PaymentSort): Keyset {
  const id = "p.id";
  if (by === "date") return { column: "p.created_at", type: "timestamptz", id, direction };
  return { column: "p.amount_rank", type: "numeric", id, direction };
}

type Driver = {
  dimension: "merchant" | "asset" | "status";
  column: string;
  type: string;
  values: readonly string[];
};

/** The dimension whose values each have an index in the order of the sort. */
function driverOf(filter: PaymentFilter, sort: PaymentSort): Driver | null {
  const { merchantIds, assets, statuses, reference } = filter;
  if (reference !== null) return null;
  if (merchantIds.length > 0 && merchantIds.length <= mergedMerchants) {
    return { dimension: "merchant", column: "merchant_id", type: "text", values: [...new Set(merchantIds)] };
  }
  if (sort.by === "amount") return null;
  if (assets !== null) return { dimension: "asset", column: "token_asset", type: "text", values: assets };
  if (statuses.length === 0) return null;
  return { dimension: "status", column: "status", type: "payment_status", values: storedStatuses(filter) };
}

function toListed(row: Row): ListedPayment {
  const unit = parseUnit(row.unit);
  if (unit === null) throw new Error(`payment ${row.id} has the unreadable unit ${row.unit}`);
  const { token_asset: asset, token_amount: amount, token_fee: fee, buyer_account: account } = row;
  const { tx_hash: hash, tx_nonce: nonce } = row;
  return {
    id: row.id,
    merchant: { id: row.merchant_id, name: row.merchant_name, logoHash: row.merchant_logo },
    referenceId: row.reference_id,
    storedStatus: row.status,
    expiresAt: row.expires_at,
    amount: { unit, value: BigInt(row.value) },
    fiat: { currency: row.fiat_currency, value: BigInt(row.fiat_value) },
    token: asset === null || amount === null ? null : { asset, amount: BigInt(amount), fee: BigInt(fee ?? 0) },
    buyer: account === null ? null : { account, appName: row.app_name, appIconUrl: row.app_icon },
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
    sortKey: row.sort_key,
  };
}
