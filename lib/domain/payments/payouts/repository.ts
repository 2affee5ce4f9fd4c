import type { Address, Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PartnerId, PaymentId, RefundId } from "#lib/core/ids.ts";
import type { PayoutState } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { hasMoved } from "#lib/domain/payments/payouts/held/conditions.ts";

/** The debt of a succeeded payment to its merchant and its state; amounts are smallest units of `asset`. */
export type Payout = {
  paymentId: PaymentId;
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
};

export type NewPayout = Omit<Payout, "attempt" | "retryAt" | "refundId"> & {
  partnerId: PartnerId;
  merchantId: MerchantId;
  now: Date;
};

const insert = {
  name: "payouts-insert",
  text: `INSERT INTO payout (payment_id, partner_id, merchant_id, state, asset, destination, treasury, amount, fee, created_at,
      updated_at)
    SELECT n.*, n.at FROM unnest($1::text[], $2::text[], $3::text[], $4::payout_state[], $5::text[], $6::text[], $7::text[],
      $8::numeric[], $9::numeric[], $10::timestamptz[])
      AS n (payment_id, partner_id, merchant_id, state, asset, destination, treasury, amount, fee, at)`,
};

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
  state: PayoutState;
  asset: Caip19;
  destination: Caip10 | null;
  treasury: Address;
  amount: string;
  fee: string;
  attempt: number;
  retry_at: Date | null;
  refund_id: RefundId | null;
};

const columns = "payment_id, state, asset, destination, treasury, amount, fee, attempt, retry_at, refund_id";
const lock = {
  name: "payout-lock",
  text: `SELECT ${columns} FROM payout WHERE payment_id = $1 FOR UPDATE`,
};

function toPayout(row: Row): Payout {
  const { payment_id: paymentId, state, asset, destination, treasury, attempt, refund_id: refundId } = row;
  const amounts = { amount: BigInt(row.amount), fee: BigInt(row.fee) };
  return { paymentId, state, asset, destination, treasury, ...amounts, attempt, retryAt: row.retry_at, refundId };
}

/** Returns a payout and locks it until the transaction ends; null when the payment has none. */
export async function findPayoutLocked(tx: Queryable, paymentId: PaymentId): Promise<Payout | null> {
  const [row] = await tx.rows<Row>(lock, [paymentId]);
  return row === undefined ? null : toPayout(row);
}

/** A payout with its merchant. */
export type PayoutOfMerchant = Payout & { merchantId: MerchantId };

const lockSome = {
  name: "payout-lock-some",
  text: `SELECT ${columns}, merchant_id FROM payout WHERE payment_id = ANY($1::text[]) ORDER BY payment_id FOR UPDATE`,
};
const lockHeld = {
  name: "payout-lock-held",
  text: `SELECT ${columns}, merchant_id FROM payout WHERE merchant_id = $1 AND state = 'held' ORDER BY payment_id FOR UPDATE`,
};

/** Locks the payouts of these payments, or all that are held for a merchant, until the transaction ends. */
export async function lockPayouts(tx: Queryable, of: readonly PaymentId[] | MerchantId): Promise<PayoutOfMerchant[]> {
  type OfMerchant = Row & { merchant_id: MerchantId };
  const rows = await (typeof of === "string"
    ? tx.rows<OfMerchant>(lockHeld, [of])
    : tx.rows<OfMerchant>(lockSome, [of]));
  return rows.map((row) => ({ ...toPayout(row), merchantId: row.merchant_id }));
}

const lockOfPartner = {
  name: "payout-lock-of-partner",
  text: "SELECT FROM payout WHERE payment_id = $1 AND partner_id = $2 FOR UPDATE",
};

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

const setState = {
  name: "payout-state",
  text: `UPDATE payout SET state = $2::payout_state, failure = $3, updated_at = $4, retry_at = $5 WHERE payment_id = ANY($1::text[])`,
};

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

const open = {
  name: "payout-open",
  text: `UPDATE payout SET state = 'pending', failure = NULL, retry_at = NULL, destination = $2, attempt = $3, updated_at = $4,
      refund_id = $5
    WHERE payment_id = $1`,
};

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

const openHeldStatement = {
  name: "payout-open-held",
  text: `UPDATE payout SET state = 'pending', destination = $2, updated_at = $3 WHERE payment_id = ANY($1::text[]) AND state = 'held'`,
};

/** Makes locked payouts pending that are held, for one destination. */
export async function openHeld(
  tx: Queryable,
  paymentIds: readonly PaymentId[],
  destination: Caip10,
  now: Date,
): Promise<void> {
  await tx.rows(openHeldStatement, [paymentIds, destination, now]);
}

const holdAgain = {
  name: "payout-hold-again",
  text: `UPDATE payout SET state = 'held', failure = NULL, retry_at = NULL, destination = NULL, attempt = attempt + 1,
      refund_id = NULL, updated_at = $2
    WHERE payment_id = $1`,
};

/**
 * Holds a locked payout again whose refund has failed. Its next attempt has a number of its own.
 * @throws Error of the database's trigger when it has moved money or may still do so.
 */
export async function holdPayoutAgain(tx: Queryable, paymentId: PaymentId, now: Date): Promise<void> {
  await tx.rows(holdAgain, [paymentId, now]);
}

const selectMoved = {
  name: "payout-has-moved-money",
  text: `SELECT ${hasMoved} AS moved FROM payout o WHERE o.payment_id = $1`,
};

/** True when a payout transaction moved money on chain, even if it delivered less than is owed. */
export async function hasMovedMoney(on: Queryable, paymentId: PaymentId): Promise<boolean> {
  return (await on.rows<{ moved: boolean }>(selectMoved, [paymentId]))[0]?.moved ?? false;
}

const selectOwed = {
  name: "payout-owed",
  text: `SELECT ${columns} FROM payout o WHERE state IN ('held', 'pending', 'submitted', 'failed') AND asset = $1
      AND treasury = $2 AND amount = $3
      AND NOT EXISTS (SELECT FROM chain_transfer t
        WHERE t.payment_id = o.payment_id AND t.kind IN ('collection', 'held') AND t.block_number >= $4)
    ORDER BY created_at LIMIT $5`,
};

/**
 * Lists payouts of exactly this amount that a treasury still owes, the oldest first: those that a transfer in `block` may have paid,
 * because their money was collected before it.
 */
export async function listOwed(
  on: Queryable,
  { asset, treasury, amount, block }: Pick<Payout, "asset" | "treasury" | "amount"> & { block: bigint },
  limit: number,
): Promise<Payout[]> {
  return (await on.rows<Row>(selectOwed, [asset, treasury, amount, block, limit])).map(toPayout);
}

const selectPending = {
  name: "payout-pending",
  text: `SELECT payment_id FROM payout WHERE state = 'pending' AND treasury = ANY($2::text[])
      AND split_part(asset, '/', 1) = 'eip155:' || $3::int AND asset <> ALL($4::text[])
    ORDER BY created_at LIMIT $1`,
};

/** Lists payments with a pending payout on a chain from one of these treasuries, oldest first. */
export async function listPendingPayouts(
  on: Queryable,
  of: { chainId: number; treasuries: readonly Address[]; exceptAssets: readonly Caip19[] },
  limit: number,
): Promise<PaymentId[]> {
  const values = [limit, of.treasuries, of.chainId, of.exceptAssets];
  const rows = await on.rows<{ payment_id: PaymentId }>(selectPending, values);
  return rows.map((row) => row.payment_id);
}

const selectPendingOf = {
  name: "payout-pending-of",
  text: `SELECT ${columns} FROM payout WHERE payment_id = ANY($1::text[]) AND state = 'pending' ORDER BY created_at`,
};

/** Lists the pending payouts of these payments without locking them, the oldest first. */
export async function listPending(on: Queryable, paymentIds: readonly PaymentId[]): Promise<Payout[]> {
  return (await on.rows<Row>(selectPendingOf, [paymentIds])).map(toPayout);
}

const lockPendingOf = {
  name: "payout-lock-pending",
  text: `SELECT ${columns} FROM payout WHERE payment_id = ANY($1::text[]) AND state = 'pending' FOR UPDATE SKIP LOCKED`,
};

/** Locks the pending payouts of these payments, skipping those that another transaction has locked. */
export async function lockPending(tx: Queryable, paymentIds: readonly PaymentId[]): Promise<Payout[]> {
  return (await tx.rows<Row>(lockPendingOf, [paymentIds])).map(toPayout);
}

const submit = {
  name: "payout-submit",
  text: "UPDATE payout SET state = 'submitted', updated_at = $2 WHERE payment_id = ANY($1::text[])",
};

/** Marks pending payouts as submitted: their transfers are queued with the relay. */
export async function submitPayouts(
  tx: Queryable,
  payouts: readonly Pick<Payout, "paymentId">[],
  now: Date,
): Promise<void> {
  await tx.rows(submit, [payouts.map(({ paymentId }) => paymentId), now]);
}
