import type { Address, Caip10, Caip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { PayoutState } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** The transfer that settles a payment; amounts are smallest units of `asset`. */
export type Payout = {
  paymentId: PaymentId;
  asset: Caip19;
  destination: Caip10;
  treasury: Address;
  amount: bigint;
  fee: bigint;
};

const insert = {
  name: "payout-insert",
  text: `INSERT INTO payout (payment_id, asset, destination, treasury, amount, fee, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
};

/** Writes a pending payout. A payment's second one is a unique violation. */
export async function insertPayout(tx: Queryable, payout: Payout & { now: Date }): Promise<void> {
  const { paymentId, asset, destination, treasury, amount, fee, now } = payout;
  await tx.rows(insert, [paymentId, asset, destination, treasury, amount, fee, now]);
}

type Row = {
  payment_id: PaymentId;
  state: PayoutState;
  asset: Caip19;
  destination: Caip10;
  treasury: Address;
  amount: string;
  fee: string;
};

const lock = {
  name: "payout-lock",
  text: `SELECT payment_id, state, asset, destination, treasury, amount, fee FROM payout WHERE payment_id = $1 FOR UPDATE`,
};

/** Reads a payout and locks it to the end of the transaction. @throws Error when there is none. */
export async function lockPayout(tx: Queryable, paymentId: PaymentId): Promise<Payout & { state: PayoutState }> {
  const [row] = await tx.rows<Row>(lock, [paymentId]);
  if (row === undefined) throw new Error(`payment ${paymentId} has no payout`);
  const { state, asset, destination, treasury } = row;
  return { paymentId, state, asset, destination, treasury, amount: BigInt(row.amount), fee: BigInt(row.fee) };
}

const setState = {
  name: "payout-state",
  text: "UPDATE payout SET state = $2::payout_state, updated_at = $3 WHERE payment_id = $1",
};

/** Moves a payout on. */
export async function movePayout(tx: Queryable, paymentId: PaymentId, state: PayoutState, now: Date): Promise<void> {
  await tx.rows(setState, [paymentId, state, now]);
}

const selectPending = {
  name: "payout-pending",
  text: "SELECT payment_id FROM payout WHERE state = 'pending' AND created_at <= $1 ORDER BY created_at LIMIT $2",
};

/** Payments whose payout was opened before that time and has not been sent, the oldest first. */
export async function listPendingPayouts(on: Queryable, before: Date, limit: number): Promise<PaymentId[]> {
  const rows = await on.rows<{ payment_id: PaymentId }>(selectPending, [before, limit]);
  return rows.map((row) => row.payment_id);
}
