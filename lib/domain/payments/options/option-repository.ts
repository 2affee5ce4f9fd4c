import type { Hex } from "viem";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import type { RouterPayment, RouterTerms } from "#lib/chain/router/payment-router.ts";
import type { CollectionMethod } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AttemptId, OptionId, PaymentId, RefundId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { readByIds } from "#lib/db/read-by-ids.ts";
import { statement } from "#lib/db/statement.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";

type OptionRow = {
  id: OptionId;
  payment_id: PaymentId;
  refund_id: RefundId | null;
  account: string;
  chain_id: number;
  token: Address;
  buyer: Address;
  amount: string;
  fee: string;
  method: CollectionMethod;
  domain_name: string | null;
  domain_version: string | null;
  submitter: Address;
  router: Address;
  recipient: Address;
  fee_recipient: Address;
  is_held: boolean;
  nonce: Hex;
  approvals: readonly string[];
  valid_before: string;
  expires_at: Date;
  created_at: Date;
};

const optionColumns = `id, payment_id, refund_id, account, chain_id, token, buyer, amount, fee, method, domain_name, domain_version,
  submitter, router, recipient, fee_recipient, is_held, nonce, valid_before, expires_at, created_at`;
// pg parses numeric arrays as floats, which lose digits of 18-decimal amounts; text keeps them.
const readColumns = `${optionColumns}, approvals::text[] AS approvals`;

// pg can't send rows that hold arrays, so they are sent as JSON, with amounts as text.
const insertOptionRows = statement({
  name: "option-insert-many",
  text: `INSERT INTO payment_option (${optionColumns}, approvals)
    SELECT ${optionColumns}, approvals FROM jsonb_populate_recordset(NULL::payment_option, $1::jsonb)`,
});

/** Inserts options in one statement: all or none. */
export async function insertOptions(on: Queryable, options: readonly PaymentOption[]): Promise<void> {
  if (options.length === 0) return;
  await on.rows(insertOptionRows, [JSON.stringify(options.map(toRow))]);
}

function toRow(option: PaymentOption): Record<keyof OptionRow, unknown> {
  return {
    id: option.id,
    payment_id: option.paymentId,
    refund_id: option.refundId,
    account: option.account,
    chain_id: option.chainId,
    token: option.token,
    buyer: option.buyer,
    amount: option.amount.toString(),
    fee: option.fee.toString(),
    method: option.method,
    domain_name: option.domain?.name ?? null,
    domain_version: option.domain?.version ?? null,
    submitter: option.submitter,
    router: option.router,
    recipient: option.recipient,
    fee_recipient: option.feeRecipient,
    is_held: option.isHeld,
    nonce: option.nonce,
    approvals: option.approvals.map(String),
    valid_before: option.validBefore.toString(),
    expires_at: option.expiresAt,
    created_at: option.createdAt,
  };
}

function toOption(row: OptionRow): PaymentOption {
  const { domain_name: name, domain_version: version } = row;
  return {
    id: row.id,
    paymentId: row.payment_id,
    refundId: row.refund_id,
    account: row.account,
    chainId: row.chain_id,
    token: row.token,
    buyer: row.buyer,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    method: row.method,
    domain: name === null || version === null ? null : { name, version },
    submitter: row.submitter,
    router: row.router,
    recipient: row.recipient,
    feeRecipient: row.fee_recipient,
    isHeld: row.is_held,
    nonce: row.nonce,
    approvals: row.approvals.map(BigInt),
    validBefore: BigInt(row.valid_before),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}

const selectOption = statement<OptionRow>({
  name: "option-one",
  text: `SELECT ${readColumns} FROM payment_option WHERE id = $1 AND payment_id = $2 AND refund_id IS NULL`,
});
const selectRefundOption = statement<OptionRow>({
  name: "option-one-of-refund",
  text: `SELECT ${readColumns} FROM payment_option WHERE id = $1 AND refund_id = $2`,
});

/** Returns an option of that refund, or null. */
export async function findRefundOption(on: Queryable, refundId: RefundId, id: OptionId): Promise<PaymentOption | null> {
  const [row] = await on.rows(selectRefundOption, [id, refundId]);
  return row === undefined ? null : toOption(row);
}

/** Returns an option that pays that payment itself, or null. */
export async function findOption(on: Queryable, paymentId: PaymentId, id: OptionId): Promise<PaymentOption | null> {
  const [row] = await on.rows(selectOption, [id, paymentId]);
  return row === undefined ? null : toOption(row);
}

type ConfirmRow = OptionRow & { is_confirmed: boolean };

// LIMIT keeps the planner from reading all attempts for several options.
const selectForConfirm = readByIds<ConfirmRow>(
  "options-for-confirm",
  (isWanted) => `SELECT ${readColumns}, (SELECT true FROM payment_attempt a
      WHERE a.option_id = o.id AND a.refund_id IS NULL LIMIT 1) IS NOT NULL AS is_confirmed
    FROM payment_option o WHERE id ${isWanted} AND refund_id IS NULL`,
);

/** An option that pays a payment itself. */
export type OptionForConfirm = {
  id: OptionId;
  paymentId: PaymentId;
  option: PaymentOption;
  /** True once a payment was confirmed with it, even if the attempt has been rejected. */
  isConfirmed: boolean;
};

/** Lists options that pay payments themselves, in no order. */
export async function listOptionsForConfirm(on: Queryable, ids: readonly OptionId[]): Promise<OptionForConfirm[]> {
  const rows = await selectForConfirm(on, ids);
  return rows.map((row) => ({
    id: row.id,
    paymentId: row.payment_id,
    option: toOption(row),
    isConfirmed: row.is_confirmed,
  }));
}

const selectByCommitment = statement<OptionRow>({
  name: "option-by-commitment",
  text: `SELECT ${readColumns} FROM payment_option
    WHERE chain_id = $1 AND token = $2 AND buyer = $3 AND decode(substr(nonce, 3), 'hex') = decode(substr($4, 3), 'hex') AND router = $5`,
});

/** Returns the option that a router's payment executes, or null. */
export async function findOptionByCommitment(
  on: Queryable,
  terms: RouterTerms,
  payment: RouterPayment,
): Promise<PaymentOption | null> {
  const values = [terms.chainId, payment.token, payment.payer, commitmentOf(terms, payment), terms.router];
  const [row] = await on.rows(selectByCommitment, values);
  return row === undefined ? null : toOption(row);
}

const selectOptionsOfAttempts = statement<OptionRow & { attempt_id: AttemptId }>({
  name: "options-of-attempts",
  text: `SELECT attempt_id, ${readColumns}
    FROM (SELECT id AS attempt_id, option_id FROM payment_attempt WHERE id = ANY($1::text[])) a
    JOIN payment_option ON id = a.option_id`,
});

/** Returns the options that attempts collect, by attempt. */
export async function listOptionsOfAttempts(
  on: Queryable,
  attemptIds: readonly AttemptId[],
): Promise<Map<AttemptId, PaymentOption>> {
  const rows = await on.rows(selectOptionsOfAttempts, [attemptIds]);
  return new Map(rows.map((row) => [row.attempt_id, toOption(row)]));
}

/** Returns the option that an attempt collects. @throws Error for an unknown attempt. */
export async function getOptionOfAttempt(on: Queryable, attemptId: AttemptId): Promise<PaymentOption> {
  const option = (await listOptionsOfAttempts(on, [attemptId])).get(attemptId);
  if (option === undefined) throw new Error(`there is no attempt ${attemptId}`);
  return option;
}
