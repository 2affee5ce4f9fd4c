import type { Caip10, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import type { PayoutState } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** An entry of a payment's history, as it was written: `data` is what its event carried. */
export type RecordedEvent = { type: string; data: Readonly<Record<string, unknown>>; at: Date };

const selectEvents = {
  name: "payment-events",
  text: "SELECT type, data, created_at AS at FROM payment_event WHERE payment_id = $1 ORDER BY version",
};

/** A payment's history, the oldest first; unscoped, for a payment that was found in scope. */
export async function listEvents(on: Queryable, id: PaymentId): Promise<RecordedEvent[]> {
  return on.rows<RecordedEvent>(selectEvents, [id]);
}

/** How far the delivery of what a payment owes is; amounts are smallest units of `asset`, net of fees. */
export type SettlementStanding = {
  state: PayoutState;
  asset: Caip19;
  amount: AtomicAmount;
  /** Where it goes or went; null while it is held. */
  destination: Caip10 | null;
  attempt: number;
  failure: string | null;
  since: Date;
  /** The merchant's destination for the asset by now. */
  currentDestination: Caip10 | null;
  /** True when the chain has shown a transfer of it, whether or not that delivered all. */
  hasMoved: boolean;
};

type StandingRow = Omit<SettlementStanding, "amount"> & { amount: string };

const selectStanding = {
  name: "payment-settlement-standing",
  text: `SELECT o.state, o.asset, o.amount, o.destination, o.attempt, o.failure, o.updated_at AS since,
      s.destination AS "currentDestination",
      EXISTS (SELECT FROM chain_transfer t WHERE t.payment_id = o.payment_id AND t.kind = 'settlement') AS "hasMoved"
    FROM payout o LEFT JOIN settlement_destination s ON s.merchant_id = o.merchant_id AND s.asset = o.asset
    WHERE o.payment_id = $1`,
};

/** The standing of a payment's settlement, or null when none was opened; unscoped, as {@link listEvents}. */
export async function findStanding(on: Queryable, id: PaymentId): Promise<SettlementStanding | null> {
  const [row] = await on.rows<StandingRow>(selectStanding, [id]);
  return row === undefined ? null : { ...row, amount: BigInt(row.amount) };
}
