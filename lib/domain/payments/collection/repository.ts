import type { Hex } from "viem";
import type { AttemptId, OptionId, PaymentId, RefundId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

export type NewAttempt = {
  id: AttemptId;
  paymentId: PaymentId;
  /** The option's. */
  refundId: RefundId | null;
  optionId: OptionId;
  signature: Hex;
  approvalHashes: readonly Hex[];
  approvalNonce: bigint | null;
  awaits: boolean;
  excludeFromRelayer: unknown;
  appId: string | null;
  clientId: string | null;
  now: Date;
};

const insertAttemptRow = statement({
  name: "attempt-insert",
  text: `INSERT INTO payment_attempt
      (id, payment_id, option_id, signature, exclude_from_relayer, app_id, client_id, created_at, updated_at,
      approval_hashes, approval_nonce, awaits, refund_id)
    VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $8, $9, $10, $11, $12)`,
});

/** Inserts an accepted confirm. A second live attempt of a payment, or of a refund, is a unique violation. */
export async function insertAttempt(tx: Queryable, attempt: NewAttempt): Promise<void> {
  await tx.rows(insertAttemptRow, [
    attempt.id,
    attempt.paymentId,
    attempt.optionId,
    attempt.signature,
    attempt.excludeFromRelayer === undefined ? null : JSON.stringify(attempt.excludeFromRelayer),
    attempt.appId,
    attempt.clientId,
    attempt.now,
    attempt.approvalHashes,
    attempt.approvalNonce,
    attempt.awaits,
    attempt.refundId,
  ]);
}

const insertRecovered = statement<{ id: AttemptId }>({
  name: "attempt-recover",
  text: `INSERT INTO payment_attempt (id, payment_id, option_id, state, signature, created_at, updated_at, refund_id)
    VALUES ($1, $2, $3, 'final', $4, now(), now(), $5)
    ON CONFLICT (option_id) DO UPDATE SET state = 'final', rejection = NULL, awaits = false, updated_at = now()
    RETURNING id`,
});

/** Inserts the attempt of a collection that only the chain knew, or turns its rejected attempt into a final one. */
export async function recoverAttempt(
  tx: Queryable,
  {
    id,
    paymentId,
    optionId,
    refundId,
    signature,
  }: Pick<NewAttempt, "id" | "paymentId" | "optionId" | "refundId" | "signature">,
): Promise<AttemptId> {
  const [row] = await tx.rows(insertRecovered, [id, paymentId, optionId, signature, refundId]);
  return row?.id ?? id;
}

const selectLiveOption = statement<{ option_id: OptionId | null }>({
  name: "attempt-live-option",
  text: "SELECT option_id FROM payment_attempt WHERE payment_id = $1 AND state <> 'rejected' AND refund_id IS NULL",
});
const selectLiveRefundOption = statement<{ option_id: OptionId | null }>({
  name: "attempt-live-option-of-refund",
  text: "SELECT option_id FROM payment_attempt WHERE refund_id = $1 AND state <> 'rejected'",
});

/** Returns the option of a refund's live attempt, of which there is at most one, or null. */
export async function findConfirmedRefundOptionId(on: Queryable, refundId: RefundId): Promise<OptionId | null> {
  const [row] = await on.rows(selectLiveRefundOption, [refundId]);
  return row?.option_id ?? null;
}

const selectAttemptOfOption = statement({
  name: "attempt-of-option",
  text: "SELECT FROM payment_attempt WHERE option_id = $1",
});

/** True when an option was confirmed, even if its attempt has been rejected: nothing is ever signed for it again. */
export async function isOptionUsed(on: Queryable, id: OptionId): Promise<boolean> {
  return (await on.rows(selectAttemptOfOption, [id])).length > 0;
}

/** Returns the option of a payment's live attempt, of which there is at most one, refunds aside, or null. */
export async function findConfirmedOptionId(on: Queryable, paymentId: PaymentId): Promise<OptionId | null> {
  const [row] = await on.rows(selectLiveOption, [paymentId]);
  return row?.option_id ?? null;
}

const selectLiveAttempt = statement<{ id: AttemptId }>({
  name: "attempt-live-of-option",
  text: "SELECT id FROM payment_attempt WHERE option_id = $1 AND state NOT IN ('final', 'rejected')",
});

/** Returns the attempt of an option that hasn't ended, or null. */
export async function findLiveAttempt(on: Queryable, optionId: OptionId): Promise<AttemptId | null> {
  return (await on.rows(selectLiveAttempt, [optionId]))[0]?.id ?? null;
}

/** An attempt whose collection waits for an approval to be mined or a wallet to be deployed. */
export type AwaitingAttempt = {
  id: AttemptId;
  /** The app that confirmed it; null for a confirm without an app. */
  appId: string | null;
  signature: Hex;
  /** Hash of the approval that raises the allowance; null when none was required. */
  approvalHash: Hex | null;
  approvalNonce: bigint | null;
  createdAt: Date;
};

const attemptColumns = `id, signature, approval_hashes[cardinality(approval_hashes)] AS approval_hash, approval_nonce,
  app_id, created_at`;
const selectAwaiting = statement<AwaitingRow>({
  name: "attempt-awaiting",
  text: `SELECT ${attemptColumns} FROM payment_attempt WHERE id = $1 AND awaits`,
});
const selectUnfinished = statement<AwaitingRow>({
  name: "attempt-unfinished",
  text: `SELECT ${attemptColumns} FROM payment_attempt WHERE id = $1 AND state NOT IN ('final', 'rejected')`,
});

type AwaitingRow = {
  id: AttemptId;
  app_id: string | null;
  signature: Hex;
  approval_hash: Hex | null;
  approval_nonce: string | null;
  created_at: Date;
};

function toAwaiting(row: AwaitingRow | undefined): AwaitingAttempt | null {
  if (row === undefined) return null;
  const { id, signature, approval_hash: approvalHash, approval_nonce: nonce, created_at: createdAt } = row;
  const approvalNonce = nonce === null ? null : BigInt(nonce);
  return { id, appId: row.app_id, signature, approvalHash, approvalNonce, createdAt };
}

/** Returns an attempt that is still waiting, or null. */
export async function findAwaitingAttempt(on: Queryable, id: AttemptId): Promise<AwaitingAttempt | null> {
  return toAwaiting((await on.rows(selectAwaiting, [id]))[0]);
}

/** Returns an attempt that has not ended, with the approval it depends on, whether or not it still waits; or null. */
export async function findUnfinishedAttempt(on: Queryable, id: AttemptId): Promise<AwaitingAttempt | null> {
  return toAwaiting((await on.rows(selectUnfinished, [id]))[0]);
}

const endWait = statement({
  name: "attempt-end-wait",
  text: "UPDATE payment_attempt SET awaits = false, updated_at = now() WHERE id = $1 AND awaits RETURNING id",
});

/** Ends an attempt's wait. @returns false when another call has ended it already. */
export async function endWaiting(tx: Queryable, id: AttemptId): Promise<boolean> {
  return (await tx.rows(endWait, [id])).length > 0;
}

const setApprovalNonce = statement({
  name: "attempt-approval-nonce",
  text: "UPDATE payment_attempt SET approval_nonce = $2 WHERE id = $1 AND approval_nonce IS NULL",
});

/** Stores the nonce of an attempt's approval, which a node may show once and never again. The first one stays. */
export async function recordApprovalNonce(on: Queryable, id: AttemptId, nonce: bigint): Promise<void> {
  await on.rows(setApprovalNonce, [id, nonce]);
}

// The chain is not joined: before the tables are analyzed, the planner would begin with all options of the chain.
const claimDue = statement<{ id: AttemptId }>({
  name: "attempts-claim-due",
  text: `UPDATE payment_attempt a SET check_after = now() + greatest($2 * interval '1 millisecond',
      least(interval '10 seconds', (now() - a.created_at) / 10))
    WHERE a.id IN (
      SELECT w.id FROM payment_attempt w
      WHERE w.awaits AND (SELECT o.chain_id FROM payment_option o WHERE o.id = w.option_id) = $1
        AND (w.check_after IS NULL OR w.check_after <= now())
      ORDER BY coalesce(w.check_after, w.created_at) LIMIT $3 FOR UPDATE OF w SKIP LOCKED)
    RETURNING a.id`,
});

/**
 * Claims the waiting attempts of a chain whose check is due, the most overdue first, and schedules the next check of each: after
 * `pauseMs` at first, then after a tenth of the time that it has waited, and after 10 s at most. Concurrent calls claim
 * different attempts.
 */
export async function claimDueChecks(
  on: Queryable,
  chainId: number,
  pauseMs: number,
  limit: number,
): Promise<AttemptId[]> {
  return (await on.rows(claimDue, [chainId, pauseMs, limit])).map(({ id }) => id);
}

const setDue = statement<{ chainId: number }>({
  name: "attempt-set-due",
  text: `UPDATE payment_attempt a SET check_after = NULL FROM payment_option o
    WHERE a.id = $1 AND a.awaits AND o.id = a.option_id RETURNING o.chain_id AS "chainId"`,
});

/** Makes the check of a waiting attempt due. @returns its chain; null when it no longer waits. */
export async function setCheckDue(on: Queryable, id: AttemptId): Promise<number | null> {
  return (await on.rows(setDue, [id]))[0]?.chainId ?? null;
}

const selectExpired = statement<{
  id: AttemptId;
  payment_id: PaymentId;
  refund_id: RefundId | null;
  valid_before: string;
}>({
  name: "attempts-expired",
  text: `SELECT a.id, a.payment_id, a.refund_id, o.valid_before FROM payment_attempt a
    JOIN payment_option o ON o.id = a.option_id
    WHERE a.state NOT IN ('final', 'rejected') AND o.valid_before <= $1 AND o.chain_id = $3
      AND (o.valid_before, a.id) > ($4, $5)
    ORDER BY o.valid_before, a.id LIMIT $2`,
});

/** An attempt that has not ended; `validBefore` is its signature's, in Unix seconds. */
export type OpenAttempt = { id: AttemptId; paymentId: PaymentId; refundId: RefundId | null; validBefore: bigint };

/**
 * Lists a chain's open attempts whose signatures have expired by a time in Unix seconds, the longest expired first.
 * @param after the last one of the page before; null for the first page.
 */
export async function listExpiredAttempts(
  on: Queryable,
  chainId: number,
  { before, after }: { before: number; after: Pick<OpenAttempt, "id" | "validBefore"> | null },
  limit: number,
): Promise<OpenAttempt[]> {
  const rows = await on.rows(selectExpired, [before, limit, chainId, after?.validBefore ?? -1n, after?.id ?? ""]);
  return rows.map(({ id, payment_id: paymentId, refund_id: refundId, valid_before: validBefore }) => {
    return { id, paymentId, refundId, validBefore: BigInt(validBefore) };
  });
}

const selectOld = statement<OldOpen>({
  name: "attempt-old-open",
  text: `SELECT o.chain_id AS "chainId", count(*)::int AS count, min(a.created_at) AS "confirmedAt",
      (array_agg(a.payment_id ORDER BY a.created_at))[1] AS "paymentId"
    FROM (SELECT payment_id, option_id, created_at FROM payment_attempt
      WHERE state NOT IN ('final', 'rejected') AND created_at <= $1 ORDER BY created_at LIMIT 10000) a
      JOIN payment_option o ON o.id = a.option_id
    GROUP BY o.chain_id`,
});

/** A chain's payments in processing; `paymentId` is the oldest, confirmed at `confirmedAt`. */
type OldOpen = { chainId: number; count: number; paymentId: PaymentId; confirmedAt: Date };

/** Lists the chains that have payments in processing which were confirmed before a time. Counts up to 10,000. */
export async function listOldOpen(on: Queryable, before: Date): Promise<OldOpen[]> {
  return on.rows(selectOld, [before]);
}

const setAttemptState = statement<{ id: AttemptId }>({
  name: "attempt-state",
  text: `UPDATE payment_attempt SET state = $2::attempt_state, rejection = coalesce($3, rejection), updated_at = now(),
      awaits = false
    WHERE id = ANY($1::text[]) AND state NOT IN ('final', 'rejected') RETURNING id`,
});

/**
 * Ends attempts that have not ended. The steps before that are the states of their relay transactions.
 * @returns the ids of those that this call ended.
 */
export async function endAttempts(
  on: Queryable,
  ids: readonly AttemptId[],
  state: "final" | "rejected",
  rejection: string | null = null,
): Promise<Set<AttemptId>> {
  const rows = await on.rows(setAttemptState, [ids, state, rejection]);
  return new Set(rows.map(({ id }) => id));
}
