import type { Caip10 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { PayoutState } from "#lib/db/generated/enums.ts";
import { type Keyset, keysetCondition, keysetOrder, keysetValues, type PageRequest } from "#lib/db/keyset.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import {
  currentDestination,
  type Owed,
  type OwedRow,
  owedColumns,
  owedTables,
  toOwed,
} from "#lib/domain/payments/payouts/owed.ts";

/** A payout that has failed, or has been pending or submitted for too long. */
export type StuckPayout = Owed & {
  state: Extract<PayoutState, "pending" | "submitted" | "failed">;
  /** Destination and number of the last attempt. */
  destination: Caip10;
  attempt: number;
  /** The reason of a failure; null otherwise. */
  failure: string | null;
  /** Start of the current state. */
  since: Date;
  /** The merchant's current destination for the asset, which payOutNow would use; null while there is none. */
  destinationNow: Caip10 | null;
  /** True for a failed payout that moved no money: payOutNow sends it again, given a destination. */
  canPayOutNow: boolean;
};

/** The state of one payment's payout; amounts are smallest units of `asset`. */
export type PayoutProgress = Pick<Owed, "paymentId" | "asset" | "amount"> & {
  state: PayoutState;
  fee: AtomicAmount;
  /** The destination of the current or last attempt; null while held. */
  destination: Caip10 | null;
  destinationNow: Caip10 | null;
  attempt: number;
  failure: string | null;
  since: Date;
  /** True for a payout that is held, or failed without moving money: payOutNow sends it, given a destination. */
  canPayOutNow: boolean;
};

const canPayOutNow = `o.state IN ('held', 'failed') AND NOT EXISTS (
  SELECT FROM chain_transfer t WHERE t.payment_id = o.payment_id AND t.kind = 'settlement') AS can_pay_out_now`;
const longestFirst: Keyset = { column: "o.updated_at", type: "timestamptz", id: "o.payment_id", direction: "asc" };

const selectStuck = {
  name: "payouts-stuck",
  text: `SELECT ${owedColumns}, o.updated_at, o.state, o.destination, o.attempt, o.failure,
      ${canPayOutNow}, s.destination AS destination_now
    FROM ${owedTables} ${currentDestination}
    WHERE o.state IN ('pending', 'submitted', 'failed') AND (o.state = 'failed' OR o.updated_at <= $3)
      AND o.partner_id = $1 AND ($2::text IS NULL OR o.merchant_id = $2) AND ${keysetCondition(longestFirst, 4)}
    ORDER BY ${keysetOrder(longestFirst)} LIMIT $6`,
};

/** Payouts in a scope that failed, or have been pending or submitted since `before`; longest first. */
export async function selectStuckPayouts(
  on: Queryable,
  scope: PartnerScope,
  before: Date,
  { after, limit }: PageRequest,
): Promise<StuckPayout[]> {
  type Row = OwedRow & {
    state: StuckPayout["state"];
    updated_at: Date;
    destination: Caip10;
    attempt: number;
    failure: string | null;
    destination_now: Caip10 | null;
    can_pay_out_now: boolean;
  };
  const values = [scope.partnerId, scope.merchantId, before, ...keysetValues(longestFirst, after), limit];
  return (await on.rows<Row>(selectStuck, values)).map((row) => ({
    ...toOwed(row),
    state: row.state,
    destination: row.destination,
    attempt: row.attempt,
    failure: row.failure,
    since: row.updated_at,
    destinationNow: row.destination_now,
    canPayOutNow: row.can_pay_out_now,
  }));
}

const selectProgress = {
  name: "payout-progress",
  text: `SELECT o.payment_id AS "paymentId", o.state, o.asset, o.amount, o.fee, o.destination,
      s.destination AS "destinationNow", o.attempt, o.failure, o.updated_at AS since, ${canPayOutNow}
    FROM payout o ${currentDestination}
    WHERE o.payment_id = $1 AND o.partner_id = $2 AND ($3::text IS NULL OR o.merchant_id = $3)`,
};

/** Returns the payout of a payment in a scope; null before its success or out of scope. */
export async function findPayoutProgress(
  on: Queryable,
  scope: PartnerScope,
  id: PaymentId,
): Promise<PayoutProgress | null> {
  type Row = Omit<PayoutProgress, "amount" | "fee" | "canPayOutNow"> & {
    amount: string;
    fee: string;
    can_pay_out_now: boolean;
  };
  const [row] = await on.rows<Row>(selectProgress, [id, scope.partnerId, scope.merchantId]);
  if (row === undefined) return null;
  const { amount, fee, can_pay_out_now: can, ...rest } = row;
  return { ...rest, amount: BigInt(amount), fee: BigInt(fee), canPayOutNow: can };
}

const countStuck = {
  name: "payouts-stuck-count",
  text: `SELECT count(*) FILTER (WHERE state = 'failed')::int AS failed,
      count(*) FILTER (WHERE state <> 'failed' AND updated_at <= $1)::int AS under_way
    FROM payout WHERE state IN ('pending', 'submitted', 'failed')`,
};

/** Counts payouts of all partners that have failed, and those that have been pending or submitted since `before`. */
export async function countStuckPayouts(on: Queryable, before: Date): Promise<{ failed: number; underWay: number }> {
  const [row] = await on.rows<{ failed: number; under_way: number }>(countStuck, [before]);
  return { failed: row?.failed ?? 0, underWay: row?.under_way ?? 0 };
}
