import type { Address, Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MerchantId, PaymentId, RefundId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

/** A failed payout whose next automatic attempt is due. */
export type DueRetry = {
  paymentId: PaymentId;
  merchantId: MerchantId;
  asset: Caip19;
  destination: Caip10;
  treasury: Address;
  amount: bigint;
  attempt: number;
  /** The refund that it pays to the buyer; null for the merchant. */
  refundId: RefundId | null;
  failedAt: Date;
};

type Row = Omit<DueRetry, "amount"> & { amount: string };

const columns = `payment_id AS "paymentId", merchant_id AS "merchantId", asset, destination, treasury, amount, attempt,
  refund_id AS "refundId", updated_at AS "failedAt"`;
const due = "state = 'failed' AND retry_at <= $1";

// Only a held payout has no destination.
const selectDue = statement<Row, "destination">({
  name: "payout-retries-due",
  text: `SELECT ${columns} FROM payout WHERE ${due} AND treasury = ANY($2::text[]) ORDER BY retry_at LIMIT $3`,
});

/** Lists failed payouts of these treasuries whose next attempt is due, the most overdue first. */
export async function listDueRetries(
  on: Queryable,
  now: Date,
  treasuries: readonly Address[],
  limit: number,
): Promise<DueRetry[]> {
  const rows = await on.rows(selectDue, [now, treasuries, limit]);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

const lockDue = statement({
  name: "payout-retry-lock",
  text: `SELECT FROM payout WHERE ${due} AND payment_id = $2 AND attempt = $3 FOR UPDATE SKIP LOCKED`,
});

/** Locks a payout. @returns false when this retry is no longer due, or another transaction has locked it. */
export async function lockDueRetry(
  tx: Queryable,
  now: Date,
  { paymentId, attempt }: Pick<DueRetry, "paymentId" | "attempt">,
): Promise<boolean> {
  return (await tx.rows(lockDue, [now, paymentId, attempt])).length > 0;
}

const setRetry = statement({
  name: "payout-set-retry",
  text: "UPDATE payout SET retry_at = $2 WHERE payment_id = $1 AND state = 'failed' AND retry_at IS NOT NULL",
});

/** Changes when a failed payout is tried again; null leaves it to a person. Nothing changes if that was decided already. */
export async function setRetryTime(tx: Queryable, paymentId: PaymentId, retryAt: Date | null): Promise<void> {
  await tx.rows(setRetry, [paymentId, retryAt]);
}
