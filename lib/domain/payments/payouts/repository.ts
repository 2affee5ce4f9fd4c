import type { Address, Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PartnerId, PaymentId, RefundId } from "#lib/core/ids.ts";
import type { PayoutState, PayoutWait } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { hasMoved } from "#lib/domain/payments/payouts/held/conditions.ts";

/** The debt of a succeeded payment to its merchant and its state; amounts are smallest units of `asset`. */
export type Payout = {
  paymentId: PaymentId;
  partnerId: PartnerId;
  merchantId: MerchantId;
  state: PayoutState;
  asset: Caip19;
  /** Null while held: the merchant has no settlement destination for the asset. */
  destination: Caip10 | null;
  treasury: Address;
  /** Net of the fee. */
  amount: bigint;
  fee: bigint;
  /** Number of the current or last attempt, from 1. */
  attempt: number;
  /** When a failed payout is tried again automatically; null when only a person can order another attempt. */
  retryAt: Date | null;
  /** The refund that it pays to the buyer instead of the merchant; null for none. */
  refundId: RefundId | null;
  /** The condition that a pending payout waits for before it is sent; null when it is about to be. */
  waitsFor: PayoutWait | null;
  /** The cost of gas, in millionths of a US dollar, that a person has accepted, whatever the payout is worth; null for none. */
  gasAccepted: bigint | null;
};

export type NewPayout = Omit<Payout, "attempt" | "retryAt" | "refundId" | "waitsFor" | "gasAccepted"> & { now: Date };

const insert = statement({
  name: "payouts-insert",
  text: `INSERT INTO payout (payment_id, partner_id, merchant_id, state, asset, destination, treasury, amount, fee, created_at,
      updated_at)
    SELECT n.*, n.at FROM unnest($1::text[], $2::text[], $3::text[], $4::payout_state[], $5::text[], $6::text[], $7::text[],
      $8::numeric[], $9::numeric[], $10::timestamptz[])
      AS n (payment_id, partner_id, merchant_id, state, asset, destination, treasury, amount, fee, at)`,
});

/** Inserts payouts; one without a destination is held. A second one for a payment is a unique violation. */
export async function insertPayouts(tx: Queryable, payouts: readonly NewPayout[]): Promise<void> {
  await tx.rows(insert, [
    payouts.map(({ paymentId }) => paymentId),
    payouts.map(({ partnerId }) => partnerId),
    payouts.map(({ merchantId }) => merchantId),
    payouts.map(({ state }) => state),
    payouts.map(({ asset }) => asset),
    payouts.map(({ destination }) => destination),
    payouts.map(({ treasury }) => treasury),
    payouts.map(({ amount }) => String(amount)),
    payouts.map(({ fee }) => String(fee)),
    payouts.map(({ now }) => now.toISOString()),
  ]);
}

type Row = {
  payment_id: PaymentId;
  partner_id: PartnerId;
  merchant_id: MerchantId;
  state: PayoutState;
  asset: Caip19;
  destination: Caip10 | null;
  treasury: Address;
  amount: string;
  fee: string;
  attempt: number;
  retry_at: Date | null;
  refund_id: RefundId | null;
  waits_for: PayoutWait | null;
  gas_accepted: string | null;
};

const columns = `payment_id, partner_id, merchant_id, state, asset, destination, treasury, amount, fee, attempt, retry_at, refund_id,
  waits_for, gas_accepted`;
const lock = statement<Row>({
  name: "payout-lock",
  text: `SELECT ${columns} FROM payout WHERE payment_id = $1 FOR UPDATE`,
});

function toPayout(row: Row): Payout {
  const { state, asset, destination, treasury, attempt } = row;
  return {
    paymentId: row.payment_id,
    partnerId: row.partner_id,
    merchantId: row.merchant_id,
    state,
    asset,
    destination,
    treasury,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    attempt,
    retryAt: row.retry_at,
    refundId: row.refund_id,
    waitsFor: row.waits_for,
    gasAccepted: row.gas_accepted === null ? null : BigInt(row.gas_accepted),
  };
}

/** Returns a payout and locks it until the transaction ends; null when the payment has none. */
export async function findPayoutLocked(tx: Queryable, paymentId: PaymentId): Promise<Payout | null> {
  const [row] = await tx.rows(lock, [paymentId]);
  return row === undefined ? null : toPayout(row);
}

const lockSome = statement<Row>({
  name: "payout-lock-some",
  text: `SELECT ${columns} FROM payout WHERE payment_id = ANY($1::text[]) ORDER BY payment_id FOR UPDATE`,
});
const lockHeld = statement<Row>({
  name: "payout-lock-held",
  text: `SELECT ${columns} FROM payout WHERE merchant_id = $1 AND state = 'held' ORDER BY payment_id FOR UPDATE`,
});

/** Locks the payouts of these payments, or all that are held for a merchant, until the transaction ends. */
export async function lockPayouts(tx: Queryable, of: readonly PaymentId[] | MerchantId): Promise<Payout[]> {
  return (await tx.rows(typeof of === "string" ? lockHeld : lockSome, [of])).map(toPayout);
}

const lockOfPartner = statement({
  name: "payout-lock-of-partner",
  text: "SELECT FROM payout WHERE payment_id = $1 AND partner_id = $2 FOR UPDATE",
});

/** Locks the payout of a partner's payment until the transaction ends, if there is one. */
export async function lockPayoutOfPartner(tx: Queryable, paymentId: PaymentId, partnerId: PartnerId): Promise<void> {
  await tx.rows(lockOfPartner, [paymentId, partnerId]);
}

/** Returns a payout and locks it until the transaction ends. @throws Error when the payment has none. */
export async function lockPayout(tx: Queryable, paymentId: PaymentId): Promise<Payout> {
  const payout = await findPayoutLocked(tx, paymentId);
  if (payout === null) throw new Error(`payment ${paymentId} has no payout`);
  return payout;
}

const setState = statement({
  name: "payout-state",
  text: `UPDATE payout SET state = $2::payout_state, failure = $3, updated_at = $4, retry_at = $5, waits_for = NULL WHERE payment_id = ANY($1::text[])`,
});

/** Ends the attempts of payouts: final, or failed with the reason and the time of the next automatic attempt, null for none. */
export async function endPayouts(
  tx: Queryable,
  paymentIds: readonly PaymentId[],
  end: "final" | { failed: string; retryAt: Date | null },
  now: Date,
): Promise<void> {
  const state = end === "final" ? end : "failed";
  const failure = end === "final" ? null : end.failed;
  await tx.rows(setState, [paymentIds, state, failure, now, end === "final" ? null : end.retryAt]);
}

const open = statement({
  name: "payout-open",
  text: `UPDATE payout SET state = 'pending', failure = NULL, retry_at = NULL, destination = $2, attempt = $3, updated_at = $4,
      refund_id = $5
    WHERE payment_id = $1`,
});

/**
 * Makes a locked payout pending that is held or whose last attempt failed.
 * @param refundId the refund that it pays to the buyer; null for the merchant.
 * @throws Error of the database's trigger when that could pay twice, or when a payout of a refund would lose it.
 */
export async function openHeldOrFailed(
  tx: Queryable,
  paymentId: PaymentId,
  { destination, attempt, refundId }: { destination: Caip10; attempt: number; refundId: RefundId | null },
  now: Date,
): Promise<void> {
  await tx.rows(open, [paymentId, destination, attempt, now, refundId]);
}

const openHeldStatement = statement({
  name: "payout-open-held",
  text: `UPDATE payout SET state = 'pending', destination = $2, updated_at = $3 WHERE payment_id = ANY($1::text[]) AND state = 'held'`,
});

/** Makes locked payouts pending that are held, for one destination. */
export async function openHeld(
  tx: Queryable,
  paymentIds: readonly PaymentId[],
  destination: Caip10,
  now: Date,
): Promise<void> {
  await tx.rows(openHeldStatement, [paymentIds, destination, now]);
}

const holdAgain = statement({
  name: "payout-hold-again",
  text: `UPDATE payout SET state = 'held', failure = NULL, retry_at = NULL, destination = NULL, attempt = attempt + 1,
      refund_id = NULL, updated_at = $2
    WHERE payment_id = $1`,
});

/**
 * Holds a locked payout again whose refund has failed. Its next attempt has a number of its own.
 * @throws Error of the database's trigger when it has moved money or may still do so.
 */
export async function holdPayoutAgain(tx: Queryable, paymentId: PaymentId, now: Date): Promise<void> {
  await tx.rows(holdAgain, [paymentId, now]);
}

const selectMoved = statement<{ moved: boolean }>({
  name: "payout-has-moved-money",
  text: `SELECT ${hasMoved} AS moved FROM payout o WHERE o.payment_id = $1`,
});

/** True when a payout transaction moved money on chain, even if it delivered less than is owed. */
export async function hasMovedMoney(on: Queryable, paymentId: PaymentId): Promise<boolean> {
  return (await on.rows(selectMoved, [paymentId]))[0]?.moved ?? false;
}

const selectOwed = statement<Row>({
  name: "payout-owed",
  text: `SELECT ${columns} FROM payout o WHERE state IN ('held', 'pending', 'submitted', 'failed') AND asset = $1
      AND treasury = $2 AND amount = $3
      AND NOT EXISTS (SELECT FROM chain_transfer t
        WHERE t.payment_id = o.payment_id AND t.kind IN ('collection', 'held') AND t.block_number >= $4)
    ORDER BY created_at LIMIT $5`,
});

/**
 * Lists payouts of exactly this amount that a treasury still owes, the oldest first: those that a transfer in
 * `block` may have paid, because their money was collected before it.
 */
export async function listOwed(
  on: Queryable,
  { asset, treasury, amount, block }: Pick<Payout, "asset" | "treasury" | "amount"> & { block: bigint },
  limit: number,
): Promise<Payout[]> {
  return (await on.rows(selectOwed, [asset, treasury, amount, block, limit])).map(toPayout);
}

const selectPending = statement<{ payment_id: PaymentId }>({
  name: "payout-pending",
  text: `SELECT payment_id FROM payout WHERE state = 'pending' AND treasury = ANY($2::text[])
      AND split_part(asset, '/', 1) = 'eip155:' || $3::int AND asset <> ALL($4::text[]) AND partner_id <> ALL($5::text[])
      AND waits_for IS DISTINCT FROM 'gas_price'
    ORDER BY created_at LIMIT $1`,
});

/**
 * Lists payments with a pending payout on a chain from one of these treasuries, oldest first, without those
 * that wait for cheaper gas (see {@link markGasWaits}).
 */
export async function listPendingPayouts(
  on: Queryable,
  of: {
    chainId: number;
    treasuries: readonly Address[];
    exceptAssets: readonly Caip19[];
    exceptPartners: readonly PartnerId[];
  },
  limit: number,
): Promise<PaymentId[]> {
  const values = [limit, of.treasuries, of.chainId, of.exceptAssets, of.exceptPartners];
  const rows = await on.rows(selectPending, values);
  return rows.map((row) => row.payment_id);
}

const selectPendingOf = statement<Row>({
  name: "payout-pending-of",
  text: `SELECT ${columns} FROM payout WHERE payment_id = ANY($1::text[]) AND state = 'pending' ORDER BY created_at`,
});

/** Lists the pending payouts of these payments without locking them, the oldest first. */
export async function listPending(on: Queryable, paymentIds: readonly PaymentId[]): Promise<Payout[]> {
  return (await on.rows(selectPendingOf, [paymentIds])).map(toPayout);
}

const lockPendingOf = statement<Row>({
  name: "payout-lock-pending",
  text: `SELECT ${columns} FROM payout WHERE payment_id = ANY($1::text[]) AND state = 'pending' FOR UPDATE SKIP LOCKED`,
});

/** Locks the pending payouts of these payments, skipping those that another transaction has locked. */
export async function lockPending(tx: Queryable, paymentIds: readonly PaymentId[]): Promise<Payout[]> {
  return (await tx.rows(lockPendingOf, [paymentIds])).map(toPayout);
}

const submit = statement({
  name: "payout-submit",
  text: "UPDATE payout SET state = 'submitted', updated_at = $2, waits_for = NULL WHERE payment_id = ANY($1::text[])",
});

/** Marks pending payouts as submitted: their transfers are queued with the relay. */
export async function submitPayouts(
  tx: Queryable,
  payouts: readonly Pick<Payout, "paymentId">[],
  now: Date,
): Promise<void> {
  await tx.rows(submit, [payouts.map(({ paymentId }) => paymentId), now]);
}

const isWorth = `(p.gas_accepted >= $3 OR p.amount >= least.amount)`;
const markGas = statement({
  name: "payout-mark-gas-waits",
  text: `UPDATE payout SET waits_for = CASE WHEN marked.is_worth THEN NULL ELSE 'gas_price'::payout_wait END FROM (
      SELECT p.payment_id, coalesce(${isWorth}, false) AS is_worth FROM payout p
        JOIN unnest($1::text[], $2::numeric[]) AS least (asset, amount) ON least.asset = p.asset
      WHERE p.state = 'pending' AND coalesce(${isWorth}, false) = coalesce(p.waits_for = 'gas_price', false)
      FOR UPDATE OF p SKIP LOCKED) AS marked
    WHERE payout.payment_id = marked.payment_id`,
});

/**
 * Marks the pending payouts in these tokens that wait for cheaper gas, and takes the mark from those that are
 * worth it by now.
 */
export async function markGasWaits(
  on: Queryable,
  { cost, least }: { cost: bigint; least: ReadonlyMap<Caip19, bigint> },
): Promise<void> {
  await on.rows(markGas, [[...least.keys()], [...least.values()].map(String), cost]);
}

const selectReplaced = statement<{ payment_id: PaymentId }>({
  name: "payout-replaced",
  text: `SELECT payment_id FROM payout p WHERE state = 'pending' AND waits_for IS NOT NULL AND refund_id IS NULL
      AND split_part(asset, '/', 1) = 'eip155:' || $1::int
      AND NOT EXISTS (SELECT FROM settlement_destination d
        WHERE d.merchant_id = p.merchant_id AND d.asset = p.asset AND d.destination = p.destination)`,
});

/** Lists payments whose payout on a chain waits for an account that is no longer the merchant's destination. */
export async function listReplaced(on: Queryable, chainId: number): Promise<PaymentId[]> {
  return (await on.rows(selectReplaced, [chainId])).map((row) => row.payment_id);
}

const setWait = statement({
  name: "payout-set-wait",
  text: `UPDATE payout SET waits_for = $2::payout_wait
    WHERE payment_id = ANY($1::text[]) AND state = 'pending' AND waits_for IS DISTINCT FROM $2::payout_wait`,
});

/** Records what pending payouts wait for. */
export async function setWaits(on: Queryable, paymentIds: readonly PaymentId[], waitsFor: PayoutWait): Promise<void> {
  if (paymentIds.length > 0) await on.rows(setWait, [paymentIds, waitsFor]);
}

const acceptGas = statement({
  name: "payout-accept-gas",
  text: `UPDATE payout SET gas_accepted = greatest(gas_accepted, $2) WHERE payment_id = $1 AND state = 'pending'`,
});

/** Records the cost of gas, in millionths of a US dollar, that a person has accepted for a pending payout. */
export async function setGasAccepted(tx: Queryable, paymentId: PaymentId, cost: bigint): Promise<void> {
  await tx.rows(acceptGas, [paymentId, cost]);
}
