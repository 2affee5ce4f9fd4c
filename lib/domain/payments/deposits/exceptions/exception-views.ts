import { parseCaip19 } from "#lib/core/caip.ts";
import type { DepositExceptionId, MerchantId, PaymentId } from "#lib/core/ids.ts";
import { type RowOf, reader, selectList } from "#lib/db/fields.ts";
import { rowsPerBatch } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { statement } from "#lib/db/statement.ts";
import { listMerchantNames } from "#lib/domain/merchants/repository.ts";
import { depositAddressFields, type WatchedAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import { allowedActions, type ExceptionAction } from "#lib/domain/payments/deposits/exceptions/decide-exception.ts";
import type { DepositException } from "#lib/domain/payments/deposits/exceptions/deposit-exception.ts";
import { listExceptions, listExceptionsOf } from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { isFinal, type Payment } from "#lib/domain/payments/payment.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";

/** An exception with what a member needs to decide about it. */
export type ExceptionView = {
  exception: DepositException;
  address: WatchedAddress;
  payment: Pick<Payment, "id" | "referenceId" | "storedStatus">;
  merchantName: string;
  /** The actions of a member that can succeed now; a hint, as that of {@link allowedActions}. */
  actions: ExceptionAction[];
};

/** Conditions on a partner's exceptions; null leaves one out. */
export type ExceptionFilter = { merchantId: MerchantId | null; isOpen: boolean | null };

/** Returns a page of a partner's exceptions, the newest first, by at most four statements. */
export async function pageExceptions(
  scope: PartnerScope,
  filter: ExceptionFilter,
  after: DepositExceptionId | null,
  limit: number,
): Promise<ExceptionView[]> {
  const found = await listExceptions(database, { ...filter, partnerId: scope.partnerId }, after, limit);
  return viewsOf(scope, found);
}

/** Returns a payment's exceptions, the oldest first. The caller has found the payment in its scope. */
export async function listExceptionViewsOf(scope: PartnerScope, paymentId: PaymentId): Promise<ExceptionView[]> {
  return viewsOf(scope, await listExceptionsOf(database, paymentId));
}

/** Yields all exceptions of a filter in batches, the newest first; the next batch is read when it is asked for. */
export async function* walkExceptions(
  scope: PartnerScope,
  filter: ExceptionFilter,
): AsyncGenerator<ExceptionView[], undefined> {
  let after: DepositExceptionId | null = null;
  do {
    const batch: ExceptionView[] = await pageExceptions(scope, filter, after, rowsPerBatch);
    if (batch.length > 0) yield batch;
    after = batch.length < rowsPerBatch ? null : (batch.at(-1)?.exception.id ?? null);
  } while (after !== null);
}

type Row = RowOf<typeof depositAddressFields>;
const toAddress = reader(depositAddressFields);
const selectAddresses = statement<Row>({
  name: "deposit-addresses-of-exceptions",
  text: `SELECT ${selectList(depositAddressFields, "d")} FROM deposit_address d WHERE address = ANY($1::text[])`,
});

async function viewsOf(scope: PartnerScope, exceptions: readonly DepositException[]): Promise<ExceptionView[]> {
  if (exceptions.length === 0) return [];
  const [rows, payments, names] = await Promise.all([
    database.rows(selectAddresses, [exceptions.map(({ address }) => address)]),
    listPaymentsById(database, [...new Set(exceptions.map(({ paymentId }) => paymentId))]),
    listMerchantNames(database, scope, [...new Set(exceptions.map(({ merchantId }) => merchantId))]),
  ]);
  const addresses = new Map(rows.map(toAddress).map((address) => [address.address, address]));
  const found = new Map(payments.map((payment) => [payment.id, payment]));
  return exceptions.map((exception) => {
    const { id, paymentId, merchantId } = exception;
    const address = addresses.get(exception.address);
    const payment = found.get(paymentId);
    if (address === undefined || payment === undefined) throw new Error(`exception ${id} has no address or payment`);
    const merchantName = names.get(merchantId) ?? merchantId;
    return { exception, address, payment, merchantName, actions: actionsNow(exception, address, payment) };
  });
}

/** The allowed actions that can succeed: a payment that has succeeded or doesn't cover its fee can't be accepted, and the chain proves no refund of native coin. */
function actionsNow(exception: DepositException, address: WatchedAddress, payment: Payment): ExceptionAction[] {
  const { storedStatus } = payment;
  const isAcceptable =
    isFinal(storedStatus) &&
    storedStatus !== "succeeded" &&
    address.state === "closed" &&
    exception.amount > address.fee;
  return allowedActions(exception).filter((action) => {
    if (action === "accept") return isAcceptable;
    return action !== "refund" || parseCaip19(exception.asset) !== null;
  });
}
