import type { Hex } from "viem";
import type { CollectionMethod } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AttemptId, OptionId, PaymentId } from "#lib/core/ids.ts";
import type { AttemptState } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import type { PaymentOption } from "#lib/domain/collection/option.ts";

type OptionRow = {
  id: OptionId;
  payment_id: PaymentId;
  account: string;
  chain_id: number;
  token: Address;
  buyer: Address;
  amount: string;
  fee: string;
  method: CollectionMethod;
  domain_name: string | null;
  domain_version: string | null;
  treasury: Address;
  nonce: Hex;
  valid_before: string;
  expires_at: Date;
  created_at: Date;
};

const optionColumns = `id, payment_id, account, chain_id, token, buyer, amount, fee, method, domain_name, domain_version,
  treasury, nonce, valid_before, expires_at, created_at`;

const insertOptionRow = {
  name: "option-insert",
  text: `INSERT INTO payment_option (${optionColumns})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
};

/** Writes a quote. */
export async function insertOption(tx: Queryable, option: PaymentOption): Promise<void> {
  await tx.rows(insertOptionRow, [
    option.id,
    option.paymentId,
    option.account,
    option.chainId,
    option.token,
    option.buyer,
    option.amount,
    option.fee,
    option.method,
    option.domain?.name ?? null,
    option.domain?.version ?? null,
    option.treasury,
    option.nonce,
    option.validBefore,
    option.expiresAt,
    option.createdAt,
  ]);
}

function toOption(row: OptionRow): PaymentOption {
  const { domain_name: name, domain_version: version } = row;
  return {
    id: row.id,
    paymentId: row.payment_id,
    account: row.account,
    chainId: row.chain_id,
    token: row.token,
    buyer: row.buyer,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    method: row.method,
    domain: name === null || version === null ? null : { name, version },
    treasury: row.treasury,
    nonce: row.nonce,
    validBefore: BigInt(row.valid_before),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}

const selectOption = {
  name: "option-one",
  text: `SELECT ${optionColumns} FROM payment_option WHERE id = $1 AND payment_id = $2`,
};

/** An option of that payment, or null. */
export async function findOption(on: Queryable, paymentId: PaymentId, id: OptionId): Promise<PaymentOption | null> {
  const [row] = await on.rows<OptionRow>(selectOption, [id, paymentId]);
  return row === undefined ? null : toOption(row);
}

const selectOptionOfAttempt = {
  name: "option-of-attempt",
  text: `SELECT ${optionColumns} FROM payment_option
    WHERE id = (SELECT option_id FROM payment_attempt WHERE id = $1)`,
};

/** The option that an attempt carries out. @throws Error for an unknown attempt. */
export async function getOptionOfAttempt(on: Queryable, attemptId: AttemptId): Promise<PaymentOption> {
  const [row] = await on.rows<OptionRow>(selectOptionOfAttempt, [attemptId]);
  if (row === undefined) throw new Error(`there is no attempt ${attemptId}`);
  return toOption(row);
}

export type NewAttempt = {
  id: AttemptId;
  paymentId: PaymentId;
  optionId: OptionId;
  signature: Hex;
  excludeFromRelayer: unknown;
  appId: string | null;
  clientId: string | null;
  now: Date;
};

const insertAttemptRow = {
  name: "attempt-insert",
  text: `INSERT INTO payment_attempt
      (id, payment_id, option_id, signature, exclude_from_relayer, app_id, client_id, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $8)`,
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

const setAttemptState = {
  name: "attempt-state",
  text: `UPDATE payment_attempt SET state = $2::attempt_state, rejection = coalesce($3, rejection), updated_at = now()
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
