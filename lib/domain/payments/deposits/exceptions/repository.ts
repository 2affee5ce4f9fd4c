import type { Address, Caip19 } from "#lib/core/caip.ts";
import type { DepositExceptionId, MerchantId, PartnerId, PaymentId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { insertOf, type RowOf, reader, selectList } from "#lib/db/fields.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import {
  type DepositException,
  type DepositExceptionState,
  depositExceptionFields,
} from "#lib/domain/payments/deposits/exceptions/deposit-exception.ts";

type Row = RowOf<typeof depositExceptionFields>;
const columns = selectList(depositExceptionFields, "x");
const toException = reader(depositExceptionFields);

const { columns: inserted, parameters, values } = insertOf(depositExceptionFields);
const insert = statement({
  name: "deposit-exception-insert",
  text: `INSERT INTO deposit_exception (${inserted}) VALUES (${parameters}) ON CONFLICT DO NOTHING RETURNING id`,
});

/** Inserts an exception. @returns false when the address has an open one in the asset. */
export async function insertException(tx: Queryable, exception: DepositException): Promise<boolean> {
  return (await tx.rows(insert, values(exception))).length > 0;
}

const selectAtAddresses = statement<Row>({
  name: "deposit-exceptions-at-addresses",
  text: `SELECT ${columns} FROM deposit_exception x
    WHERE address = ANY($1::text[])
      AND (state IN ('open', 'accepting', 'sweeping') OR (state = 'kept' AND kind = 'other_chain'))`,
});

/** Lists the exceptions whose money is still at one of the addresses: open ones, and those on another chain that a member left there. */
export async function listAtAddresses(on: Queryable, addresses: readonly Address[]): Promise<DepositException[]> {
  return (await on.rows(selectAtAddresses, [addresses])).map(toException);
}

const lock = statement<Row>({
  name: "deposit-exception-lock",
  text: `SELECT ${columns} FROM deposit_exception x WHERE id = $1 FOR UPDATE`,
});

/** Reads an exception and locks its row until the transaction ends; null for an unknown one. */
export async function lockException(tx: Queryable, id: DepositExceptionId): Promise<DepositException | null> {
  const [row] = await tx.rows(lock, [id]);
  return row === undefined ? null : toException(row);
}

const selectOne = statement<Row>({
  name: "deposit-exception-one",
  text: `SELECT ${columns} FROM deposit_exception x WHERE id = $1`,
});

/** Returns an exception, or null. Unscoped. */
export async function findException(on: Queryable, id: DepositExceptionId): Promise<DepositException | null> {
  const [row] = await on.rows(selectOne, [id]);
  return row === undefined ? null : toException(row);
}

const selectOfPayment = statement<Row>({
  name: "deposit-exceptions-of-payment",
  text: `SELECT ${columns} FROM deposit_exception x WHERE payment_id = $1 ORDER BY id`,
});

/** Lists a payment's exceptions, oldest first. Unscoped: the caller has found the payment in its scope. */
export async function listExceptionsOf(on: Queryable, paymentId: PaymentId): Promise<DepositException[]> {
  return (await on.rows(selectOfPayment, [paymentId])).map(toException);
}

const selectPage = statement<Row>({
  name: "deposit-exceptions-page",
  text: `SELECT ${columns} FROM deposit_exception x WHERE partner_id = $1 AND ($2::text IS NULL OR merchant_id = $2)
    AND ($3::boolean IS NULL OR (ended_at IS NULL) = $3) AND ($4::text IS NULL OR id < $4) ORDER BY id DESC LIMIT $5`,
});

/** The page of a partner's exceptions, newest first. `isOpen`: only those that haven't ended, or have; null for both. */
export async function listExceptions(
  on: Queryable,
  filter: { partnerId: PartnerId; merchantId: MerchantId | null; isOpen: boolean | null },
  after: DepositExceptionId | null,
  limit: number,
): Promise<DepositException[]> {
  const { partnerId, merchantId, isOpen } = filter;
  return (await on.rows(selectPage, [partnerId, merchantId, isOpen, after, limit])).map(toException);
}

const countOpen = statement<{ count: number }>({
  name: "deposit-exceptions-count",
  text: `SELECT count(*)::int AS count FROM (SELECT FROM deposit_exception WHERE partner_id = $1 AND ended_at IS NULL LIMIT 1000) x`,
});

/** Counts a partner's exceptions that haven't ended, up to 1,000. */
export async function countOpenExceptions(on: Queryable, partnerId: PartnerId): Promise<number> {
  return (await on.rows(countOpen, [partnerId]))[0]?.count ?? 0;
}

const update = statement({
  name: "deposit-exception-update",
  text: `UPDATE deposit_exception SET state = $2::deposit_exception_state, updated_at = $3,
      ended_at = CASE WHEN $2 IN ('accepted', 'kept', 'refunded') THEN $3::timestamptz END,
      amount = coalesce($4, amount), sweep_tx_hash = coalesce($5, sweep_tx_hash), refund_tx_hash = $6, reason = coalesce($7, reason),
      failure = $8, decided_by = coalesce($9, decided_by), sweeps = sweeps + CASE WHEN $2 = 'sweeping' THEN 1 ELSE 0 END
    WHERE id = $1`,
});

/** The values that change with an exception's state. A failure is forgotten with the next change. */
export type ExceptionChange = {
  amount?: AtomicAmount;
  sweepTxHash?: string;
  refundTxHash?: string;
  reason?: string;
  failure?: string;
  decidedBy?: string | null;
};

/** Moves an exception that the caller has locked to a state. */
export async function setExceptionState(
  tx: Queryable,
  id: DepositExceptionId,
  state: DepositExceptionState,
  change: ExceptionChange,
  now: Date,
): Promise<void> {
  const { amount = null, sweepTxHash = null, refundTxHash = null, reason = null, failure = null } = change;
  const found = [amount, sweepTxHash, refundTxHash, reason, failure, change.decidedBy ?? null];
  await tx.rows(update, [id, state, now, ...found]);
}

const lockOfAddress = statement<Row>({
  name: "deposit-exception-lock-at-address",
  text: `SELECT ${columns} FROM deposit_exception x
    WHERE address = $1 AND asset = $2 AND state IN ('open', 'accepting', 'sweeping') FOR UPDATE`,
});

/** Returns the exception whose money is at an address, locked; null for none. */
export async function lockAtAddress(tx: Queryable, address: Address, asset: Caip19): Promise<DepositException | null> {
  const [row] = await tx.rows(lockOfAddress, [address, asset]);
  return row === undefined ? null : toException(row);
}
