import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { PayoutState } from "#lib/db/generated/enums.ts";
import { type Keyset, keysetCondition, keysetOrder, keysetValues, type PageRequest } from "#lib/db/keyset.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";

/** What a payment owes to its merchant; the amount is net of fees, in smallest units of `asset`. */
type Owed = {
  paymentId: PaymentId;
  merchantId: MerchantId;
  merchantName: string;
  referenceId: string;
  asset: Caip19;
  amount: AtomicAmount;
};

/** Money that waits in the treasury because its merchant had no destination for the asset when the payment succeeded. */
export type UnsettledPayment = Owed & {
  succeededAt: Date;
  /** The merchant's destination for the asset by now, where settleNow would send it; null while there still is none. */
  destination: Caip10 | null;
};

/** A settlement that has failed, or has been under way for too long. */
export type StuckSettlement = Owed & {
  state: Extract<PayoutState, "pending" | "submitted" | "failed">;
  /** Where the last attempt went, and the how manieth that was. */
  destination: Caip10;
  attempt: number;
  /** Why it failed; null for one that is under way. */
  failure: string | null;
  /** Since when it has been in this state. */
  since: Date;
  /** The merchant's destination for the asset by now, where settleNow would send it; null while there is none. */
  destinationNow: Caip10 | null;
  /** True for a failed one of which the chain has shown no transfer: settleNow opens it again, given a destination. */
  canSettleNow: boolean;
};

/** How far the settlement of one payment is; amounts are smallest units of `asset`. */
export type SettlementProgress = Pick<Owed, "paymentId" | "asset" | "amount"> & {
  state: PayoutState;
  fee: AtomicAmount;
  /** Where it went or is going; null while it is held. */
  destination: Caip10 | null;
  destinationNow: Caip10 | null;
  attempt: number;
  failure: string | null;
  since: Date;
  /** True where settleNow would do something, given a destination: for one that is held, or failed without moving money. */
  canSettleNow: boolean;
};

/** What is unsettled in one asset, net of fees, and for how many payments. */
export type UnsettledSum = { asset: Caip19; amount: AtomicAmount; payments: number };

type OwedRow = {
  payment_id: PaymentId;
  merchant_id: MerchantId;
  merchant_name: string;
  reference_id: string;
  asset: Caip19;
  amount: string;
};

const toOwed = (row: OwedRow): Owed => ({
  paymentId: row.payment_id,
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  referenceId: row.reference_id,
  asset: row.asset,
  amount: BigInt(row.amount),
});

const owedColumns = "o.payment_id, o.merchant_id, m.name AS merchant_name, p.reference_id, o.asset, o.amount";
const owedTables = "payout o JOIN payment p ON p.id = o.payment_id JOIN merchant m ON m.id = o.merchant_id";
const currentSettlement = "LEFT JOIN settlement_destination s ON s.merchant_id = o.merchant_id AND s.asset = o.asset";
const canSettleNow = `o.state IN ('held', 'failed') AND NOT EXISTS (
  SELECT FROM chain_transfer t WHERE t.payment_id = o.payment_id AND t.kind = 'settlement') AS can_settle_now`;
const newestFirst: Keyset = { column: "o.created_at", type: "timestamptz", id: "o.payment_id", direction: "desc" };
const longestFirst: Keyset = { column: "o.updated_at", type: "timestamptz", id: "o.payment_id", direction: "asc" };

// A statement for each kind of scope, so that each has its index.
const heldBy = { partner: "o.partner_id = $1", merchant: "o.merchant_id = $2 AND o.partner_id = $1" } as const;
type Holder = keyof typeof heldBy;

const holderOf = ({ merchantId }: PartnerScope): Holder => (merchantId === null ? "partner" : "merchant");
const holderValues = ({ partnerId, merchantId }: PartnerScope) =>
  merchantId === null ? [partnerId] : [partnerId, merchantId];

function selectHeld(holder: Holder) {
  const first = holder === "partner" ? 2 : 3;
  return {
    name: `payouts-held-of-${holder}`,
    text: `SELECT ${owedColumns}, o.created_at, s.destination
      FROM ${owedTables} ${currentSettlement}
      WHERE o.state = 'held' AND ${heldBy[holder]} AND ${keysetCondition(newestFirst, first)}
      ORDER BY ${keysetOrder(newestFirst)} LIMIT $${first + 2}`,
  };
}
const heldStatements = { partner: selectHeld("partner"), merchant: selectHeld("merchant") };

/** Unsettled payments in a scope, the newest first, at most `limit`. */
export async function listHeld(
  on: Queryable,
  scope: PartnerScope,
  { after, limit }: PageRequest,
): Promise<UnsettledPayment[]> {
  type Row = OwedRow & { created_at: Date; destination: Caip10 | null };
  const values = [...holderValues(scope), ...keysetValues(newestFirst, after), limit];
  const rows = await on.rows<Row>(heldStatements[holderOf(scope)], values);
  return rows.map((row) => ({ ...toOwed(row), succeededAt: row.created_at, destination: row.destination }));
}

const sumHeldBy = (holder: Holder) => ({
  name: `payouts-held-sum-of-${holder}`,
  text: `SELECT o.asset, sum(o.amount) AS amount, count(*)::int AS payments FROM payout o
    WHERE o.state = 'held' AND ${heldBy[holder]} GROUP BY o.asset ORDER BY o.asset`,
});
const sumStatements = { partner: sumHeldBy("partner"), merchant: sumHeldBy("merchant") };

/** What is unsettled in a scope, by asset. Read out of an index alone. */
export async function sumHeld(on: Queryable, scope: PartnerScope): Promise<UnsettledSum[]> {
  type Row = { asset: Caip19; amount: string; payments: number };
  const rows = await on.rows<Row>(sumStatements[holderOf(scope)], holderValues(scope));
  return rows.map(({ asset, amount, payments }) => ({ asset, amount: BigInt(amount), payments }));
}

const selectStuck = {
  name: "payouts-stuck",
  text: `SELECT ${owedColumns}, o.updated_at, o.state, o.destination, o.attempt, o.failure,
      ${canSettleNow}, s.destination AS destination_now
    FROM ${owedTables} ${currentSettlement}
    WHERE o.state IN ('pending', 'submitted', 'failed') AND (o.state = 'failed' OR o.updated_at <= $3)
      AND o.partner_id = $1 AND ($2::text IS NULL OR o.merchant_id = $2) AND ${keysetCondition(longestFirst, 4)}
    ORDER BY ${keysetOrder(longestFirst)} LIMIT $6`,
};

/** Settlements in a scope that failed, or that have been under way since before that time, the oldest first. */
export async function listUnfinished(
  on: Queryable,
  scope: PartnerScope,
  before: Date,
  { after, limit }: PageRequest,
): Promise<StuckSettlement[]> {
  type Row = OwedRow & {
    state: StuckSettlement["state"];
    updated_at: Date;
    destination: Caip10;
    attempt: number;
    failure: string | null;
    destination_now: Caip10 | null;
    can_settle_now: boolean;
  };
  const values = [scope.partnerId, scope.merchantId, before, ...keysetValues(longestFirst, after), limit];
  return (await on.rows<Row>(selectStuck, values)).map((row) => {
    const { state, destination, attempt, failure } = row;
    const { updated_at: since, destination_now: destinationNow, can_settle_now: canSettleNow } = row;
    return { ...toOwed(row), state, destination, attempt, failure, since, destinationNow, canSettleNow };
  });
}

const selectProgress = {
  name: "payout-progress",
  text: `SELECT o.payment_id AS "paymentId", o.state, o.asset, o.amount, o.fee, o.destination,
      s.destination AS "destinationNow", o.attempt, o.failure, o.updated_at AS since, ${canSettleNow}
    FROM payout o ${currentSettlement}
    WHERE o.payment_id = $1 AND o.partner_id = $2 AND ($3::text IS NULL OR o.merchant_id = $3)`,
};

/** The payout of a payment in a scope, or null. */
export async function findProgress(
  on: Queryable,
  scope: PartnerScope,
  id: PaymentId,
): Promise<SettlementProgress | null> {
  type Row = Omit<SettlementProgress, "amount" | "fee" | "canSettleNow"> & {
    amount: string;
    fee: string;
    can_settle_now: boolean;
  };
  const [row] = await on.rows<Row>(selectProgress, [id, scope.partnerId, scope.merchantId]);
  if (row === undefined) return null;
  const { amount, fee, can_settle_now: can, ...rest } = row;
  return { ...rest, amount: BigInt(amount), fee: BigInt(fee), canSettleNow: can };
}

const countStuck = {
  name: "payouts-stuck-count",
  text: `SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed,
      count(*) FILTER (WHERE state <> 'failed' AND updated_at <= $1)::int AS under_way
    FROM payout WHERE state IN ('pending', 'submitted', 'failed')`,
};

/** How many settlements of all partners have failed, and how many have been under way since before that time. */
export async function countUnfinished(on: Queryable, before: Date): Promise<{ failed: number; underWay: number }> {
  const [row] = await on.rows<{ failed: number; under_way: number }>(countStuck, [before]);
  return { failed: row?.failed ?? 0, underWay: row?.under_way ?? 0 };
}
