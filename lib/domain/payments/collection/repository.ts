import type { Hex } from "viem";
import type { AttemptId, OptionId, PaymentId } from "#lib/core/ids.ts";
import type { AttemptState } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";

export type NewAttempt = {
  id: AttemptId;
  paymentId: PaymentId;
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

const insertAttemptRow = {
  name: "attempt-insert",
  text: `INSERT INTO payment_attempt
      (id, payment_id, option_id, signature, exclude_from_relayer, app_id, client_id, created_at, updated_at,
      approval_hashes, approval_nonce, awaits)
    VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $8, $9, $10, $11)`,
};

/** Writes an accepted confirm. A second live attempt of a payment is a unique violation. */
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
  ]);
}

const selectLiveOption = {
  name: "attempt-live-option",
  text: "SELECT option_id FROM payment_attempt WHERE payment_id = $1 AND state <> 'rejected'",
};

/** The option that a payment's one live attempt carries out, or null. */
export async function findConfirmedOptionId(on: Queryable, paymentId: PaymentId): Promise<OptionId | null> {
  const [row] = await on.rows<{ option_id: OptionId }>(selectLiveOption, [paymentId]);
  return row?.option_id ?? null;
}

/** An attempt whose collection waits for an approve to be mined or a wallet to be deployed. */
export type AwaitingAttempt = {
  id: AttemptId;
  signature: Hex;
  /** Of the approve that raises the allowance, if there was one to be made. */
  approvalHash: Hex | null;
  approvalNonce: bigint | null;
  createdAt: Date;
};

const attemptColumns = `id, signature, approval_hashes[cardinality(approval_hashes)] AS approval_hash, approval_nonce,
  created_at`;
const selectAwaiting = {
  name: "attempt-awaiting",
  text: `SELECT ${attemptColumns} FROM payment_attempt WHERE id = $1 AND awaits`,
};
const selectNeeds = {
  name: "attempt-needs",
  text: `SELECT ${attemptColumns} FROM payment_attempt WHERE id = $1 AND state NOT IN ('final', 'rejected')`,
};

type AwaitingRow = {
  id: AttemptId;
  signature: Hex;
  approval_hash: Hex | null;
  approval_nonce: string | null;
  created_at: Date;
};

function toAwaiting(row: AwaitingRow | undefined): AwaitingAttempt | null {
  if (row === undefined) return null;
  const { id, signature, approval_hash: approvalHash, approval_nonce: nonce, created_at: createdAt } = row;
  return { id, signature, approvalHash, approvalNonce: nonce === null ? null : BigInt(nonce), createdAt };
}

/** An attempt that still waits, or null. */
export async function findAwaiting(on: Queryable, id: AttemptId): Promise<AwaitingAttempt | null> {
  return toAwaiting((await on.rows<AwaitingRow>(selectAwaiting, [id]))[0]);
}

/** What an attempt that has not ended did or does wait for, or null. */
export async function findNeeds(on: Queryable, id: AttemptId): Promise<AwaitingAttempt | null> {
  return toAwaiting((await on.rows<AwaitingRow>(selectNeeds, [id]))[0]);
}

const endWait = {
  name: "attempt-end-wait",
  text: "UPDATE payment_attempt SET awaits = false, updated_at = now() WHERE id = $1 AND awaits RETURNING id",
};

/** Ends an attempt's wait. @returns false when somebody else has: then nothing is to be done any more. */
export async function endWaiting(tx: Queryable, id: AttemptId): Promise<boolean> {
  return (await tx.rows(endWait, [id])).length > 0;
}

const setApprovalNonce = {
  name: "attempt-approval-nonce",
  text: "UPDATE payment_attempt SET approval_nonce = $2 WHERE id = $1 AND approval_nonce IS NULL",
};

/** Remembers the nonce of an attempt's approve, which a node may show once and never again. */
export async function recordApprovalNonce(on: Queryable, id: AttemptId, nonce: bigint): Promise<void> {
  await on.rows(setApprovalNonce, [id, nonce]);
}

const selectAllAwaiting = {
  name: "attempts-awaiting",
  text: "SELECT id FROM payment_attempt WHERE awaits AND created_at <= $1 ORDER BY created_at LIMIT $2",
};

/** Attempts that wait and were made before that time, the oldest first. */
export async function listAwaitingIds(on: Queryable, before: Date, limit: number): Promise<AttemptId[]> {
  return (await on.rows<{ id: AttemptId }>(selectAllAwaiting, [before, limit])).map(({ id }) => id);
}

const setAttemptState = {
  name: "attempt-state",
  text: `UPDATE payment_attempt SET state = $2::attempt_state, rejection = coalesce($3, rejection), updated_at = now(),
      awaits = awaits AND $2 = 'received'
    WHERE id = ANY($1::text[]) AND state NOT IN ('final', 'rejected')`,
};

/** Moves attempts on; those that are final or rejected stay. */
export async function moveAttempts(
  on: Queryable,
  ids: readonly AttemptId[],
  state: AttemptState,
  rejection: string | null = null,
): Promise<void> {
  await on.rows(setAttemptState, [ids, state, rejection]);
}

const lockBuyerOfToken = {
  name: "attempt-lock-buyer",
  text: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
};

const selectPromised = {
  name: "attempt-promised",
  text: `SELECT coalesce(sum(o.amount) FILTER (WHERE NOT p.is_seen), 0) AS promised,
      coalesce(sum(o.amount) FILTER (WHERE NOT p.is_seen AND NOT a.awaits AND o.method = 'permit2'), 0) AS permitted,
      count(*) FILTER (WHERE p.is_open)::int AS open
    FROM payment_option o JOIN payment_attempt a ON a.option_id = o.id
    LEFT JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection' AND r.state <> 'displaced'
    CROSS JOIN LATERAL (SELECT a.state NOT IN ('final', 'rejected') AS is_open,
      a.state = 'rejected' OR (r.state IN ('mined', 'final') AND r.block_number <= $4) AS is_seen) p
    WHERE o.chain_id = $1 AND o.token = $2 AND o.buyer = $3
      AND (a.state NOT IN ('final', 'rejected') OR a.updated_at > now() - interval '10 minutes')`,
};
const selectWasted = {
  name: "attempt-wasted",
  text: `SELECT count(*)::int AS wasted
    FROM payment_option o JOIN payment_attempt a ON a.option_id = o.id AND a.state = 'rejected'
      AND a.updated_at > now() - interval '1 hour'
    JOIN relay_transaction r ON r.attempt_id = a.id AND r.kind = 'collection' AND r.state <> 'displaced'
      AND r.gas_cost > 0
    WHERE o.chain_id = $1 AND o.token = $2 AND o.buyer = $3`,
};

/** What a buyer's other confirmed payments in one token still take, in smallest units, and how many these are. */
export type Promised = { promised: bigint; permitted: bigint; open: number; wasted: number };

/**
 * Sums up what of a buyer's token is promised to attempts that have not ended, as of a block in which the balance was
 * read: what was collected by then is gone from the balance. Holds every other confirm of that buyer and token back until
 * the transaction ends, so that two can't both count on the same coins.
 * @param atBlock at or before the block that the balance is of.
 * @returns with it how many ended at our expense within the last hour.
 */
export async function lockPromised(
  tx: Queryable,
  { chainId, token, buyer }: Pick<PaymentOption, "chainId" | "token" | "buyer">,
  atBlock: bigint,
): Promise<Promised> {
  await tx.rows(lockBuyerOfToken, [`${chainId}:${token}:${buyer}`]);
  type Row = { promised: string; permitted: string; open: number };
  const [sums] = await tx.rows<Row>(selectPromised, [chainId, token, buyer, atBlock]);
  const [count] = await tx.rows<{ wasted: number }>(selectWasted, [chainId, token, buyer]);
  const { promised = 0, permitted = 0, open = 0 } = sums ?? {};
  return { promised: BigInt(promised), permitted: BigInt(permitted), open, wasted: count?.wasted ?? 0 };
}
