import type { Address, Caip10, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { PayoutWait } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { hasMoved, isPayer } from "#lib/domain/payments/payouts/held/conditions.ts";
import type { PayoutStanding } from "#lib/domain/payments/refunds/refundable.ts";

/** An entry of a payment's history; `data` has the fields of the event. */
export type RecordedEvent = {
  type: string;
  /** The payment's version after it. */
  version: number;
  data: Readonly<Record<string, unknown>>;
  at: Date;
};

const selectEvents = statement<RecordedEvent>({
  name: "payment-events",
  text: "SELECT type, version, data, created_at AS at FROM payment_event WHERE payment_id = $1 ORDER BY version",
});

/** Lists a payment's history, oldest first. Unscoped: the caller has found the payment in its scope. */
export async function listEvents(on: Queryable, id: PaymentId): Promise<RecordedEvent[]> {
  return on.rows(selectEvents, [id]);
}

/** The state of a payment's payout; amounts are smallest units of `asset`, net of fees. */
export type SettlementStanding = PayoutStanding & {
  asset: Caip19;
  /** The recipient of the payout; null while it is held. */
  destination: Caip10 | null;
  attempt: number;
  failure: string | null;
  /** The condition that a pending payout waits for before it is sent; null when it is about to be. */
  waitsFor: PayoutWait | null;
  since: Date;
  /** The merchant's current settlement destination for the asset. */
  currentDestination: Caip10 | null;
  /** The account that holds the money. */
  treasury: Address;
};

type StandingRow = Omit<SettlementStanding, "amount"> & { amount: string };

const selectStanding = statement<StandingRow>({
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
});

/** Finds the state of a payment's payout; null when none was opened. Unscoped, like {@link listEvents}. */
export async function findStanding(on: Queryable, id: PaymentId): Promise<SettlementStanding | null> {
  const [row] = await on.rows(selectStanding, [id]);
  return row === undefined ? null : { ...row, amount: BigInt(row.amount) };
}
