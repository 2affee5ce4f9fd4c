import type { Address, Caip10, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId, RefundId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { PayoutState, PayoutWait } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { hasMoved, isPayer } from "#lib/domain/payments/payouts/held/conditions.ts";

/** An entry of a payment's history; `data` has the fields of the event. */
export type RecordedEvent = {
  type: string;
  /** The payment's version after it. */
  version: number;
  data: Readonly<Record<string, unknown>>;
  at: Date;
};

const selectEvents = {
  name: "payment-events",
  text: "SELECT type, version, data, created_at AS at FROM payment_event WHERE payment_id = $1 ORDER BY version",
};

/** Lists a payment's history, oldest first. Unscoped: the caller has found the payment in its scope. */
export async function listEvents(on: Queryable, id: PaymentId): Promise<RecordedEvent[]> {
  return on.rows<RecordedEvent>(selectEvents, [id]);
}

/** The state of a payment's payout; amounts are smallest units of `asset`, net of fees. */
export type SettlementStanding = {
  state: PayoutState;
  asset: Caip19;
  amount: AtomicAmount;
  /** The recipient of the payout; null while it is held. */
  destination: Caip10 | null;
  attempt: number;
  failure: string | null;
  /** When a failed payout is tried again automatically; null when a person has to order it. */
  retryAt: Date | null;
  /** The condition that a pending payout waits for before it is sent; null when it is about to be. */
  waitsFor: PayoutWait | null;
  since: Date;
  /** The merchant's current settlement destination for the asset. */
  currentDestination: Caip10 | null;
  /** The refund that it pays to the buyer instead of the merchant; null for none. */
  refundId: RefundId | null;
  /** True while an order to pay out all that is held in the asset is running. */
  isOrdered: boolean;
  /** The account that holds the money. */
  treasury: Address;
  /** True when a transfer of the payout was seen on chain, even if it delivered less than the amount. */
  hasMoved: boolean;
  /** True when the money is in a relayer wallet in use, and not in a treasury whose key only its owner has. */
  isPayable: boolean;
};

type StandingRow = Omit<SettlementStanding, "amount"> & { amount: string };

const selectStanding = {
  name: "payment-settlement-standing",
  text: `SELECT o.state, o.asset, o.amount, o.destination, o.attempt, o.failure, o.retry_at AS "retryAt", o.updated_at AS since,
      CASE o.state WHEN 'pending' THEN o.waits_for END AS "waitsFor",
      s.destination AS "currentDestination", o.refund_id AS "refundId", o.treasury,
      EXISTS (SELECT FROM bulk_payout b WHERE b.merchant_id = o.merchant_id AND b.asset = o.asset AND b.state = 'running')
        AS "isOrdered",
      ${hasMoved} AS "hasMoved",
      EXISTS (SELECT FROM relayer_wallet w WHERE ${isPayer}) AS "isPayable"
    FROM payout o LEFT JOIN settlement_destination s ON s.merchant_id = o.merchant_id AND s.asset = o.asset
    WHERE o.payment_id = $1`,
};

/** Finds the state of a payment's payout; null when none was opened. Unscoped, like {@link listEvents}. */
export async function findStanding(on: Queryable, id: PaymentId): Promise<SettlementStanding | null> {
  const [row] = await on.rows<StandingRow>(selectStanding, [id]);
  return row === undefined ? null : { ...row, amount: BigInt(row.amount) };
}
