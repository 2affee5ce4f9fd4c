import { isEnabled } from "#lib/chain/chains.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { type AccountMode, modeOf, modeOfChain } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import { findCurrency, findCurrentCurrency } from "#lib/core/currencies.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import {
  type AtomicAmount,
  formatAtomic,
  formatUnit,
  type Money,
  parseUnit,
  type Ratio,
  type Unit,
} from "#lib/core/money.ts";
import type { MerchantScope } from "#lib/db/scope.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { recordPaymentChange } from "#lib/domain/partners/audit/record-payment-change.ts";
import { insertPayment } from "#lib/domain/payments/creation/insert-payment.ts";
import type { PaymentRequest } from "#lib/domain/payments/creation/payment-request.ts";
import { chooseDepositUntil } from "#lib/domain/payments/deposit-addresses/choose-deposit-until.ts";
import { type FeeSchedule, feeOn, minAboveFees } from "#lib/domain/payments/fees.ts";
import { type Payee, requireMinimum } from "#lib/domain/payments/minimum/minimum-payments.ts";
import type { NewPayment } from "#lib/domain/payments/payment.ts";
import { fixedFeeToFiat, fixedFeeToToken } from "#lib/domain/payments/rates/convert.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { worthOf } from "#lib/domain/payments/rates/worth.ts";
import type { AnsweredKey } from "#lib/domain/platform/idempotency/repository.ts";

const minExpirySeconds = 60;
const maxExpirySeconds = 7 * 24 * 3_600;
const defaultExpirySeconds = 15 * 60;

/**
 * Checks and prices a payment request. Asks the rate source and, at most every few seconds, a node and the database; call it
 * before the transaction that inserts the payment.
 * @throws TillError `params_validation` for an unsupported unit, an amount that doesn't exceed the fees or is
 * below the minimum of every chain, with the smallest accepted value in the message, an expiry outside 60 seconds to 7 days, or
 * transfers that the merchant doesn't accept; `bad_gateway` when the rate source fails.
 */
export async function preparePayment(
  scope: MerchantScope,
  fees: FeeSchedule,
  request: PaymentRequest,
  rates: RateSource,
): Promise<NewPayment> {
  const now = clock.now();
  const amount: Money = {
    unit: parsePayableUnit(modeOf(scope.partnerId), request.amount.unit),
    value: BigInt(request.amount.value),
  };
  const [feeRatio, worth] = await Promise.all([fixedFeeRatio(rates, fees, amount.unit), worthOf(rates, amount)]);
  if (feeRatio === null || worth === null)
    throw invalidField("amount.unit", "has no exchange rate; use another currency");
  const feeTotal = feeOn(amount.value, fees, feeRatio);
  const payee = { partnerId: scope.partnerId, fees };
  const expiresAt = parseExpiry(request.expiresAt, now);
  if (feeTotal >= amount.value) throw await belowFees(payee, amount.unit, feeRatio, rates);
  await requireMinimum(payee, amount.unit, worth.amountRank, rates);
  return {
    id: newId("pay", now),
    partnerId: scope.partnerId,
    merchantId: scope.merchantId,
    referenceId: request.referenceId,
    description: request.description ?? null,
    lineItems: parseLineItems(request.lineItems ?? []),
    amount,
    fees,
    ...worth,
    feeTotal,
    createdAt: now,
    expiresAt,
    depositUntil: await chooseDepositUntil(scope, request.acceptsTransfers ?? null, expiresAt),
    checkout: request.checkout ?? null,
  };
}

/** @throws TillError `params_validation` for discounts that are more than the other lines together. */
function parseLineItems(requested: NonNullable<PaymentRequest["lineItems"]>): NewPayment["lineItems"] {
  const items = requested.map(({ name, quantity, total }) => ({ name, quantity, total: BigInt(total) }));
  if (items.reduce((sum, { total }) => sum + total, 0n) < 0n)
    throw invalidField("lineItems", "must not have totals that add up to less than zero");
  return items;
}

/**
 * Inserts a prepared payment in requires_action and records it in the audit log.
 * @throws TillError `forbidden` when the merchant isn't active.
 */
export async function createPayment(tx: Tx, payment: NewPayment): Promise<NewPayment> {
  if (!(await insertPayment(tx, payment))) {
    throw new TillError("forbidden", {
      message: "The merchant is suspended or deleted. Activate it, or use another one, to accept payments.",
    });
  }
  await recordCreated(tx, payment);
  return payment;
}

/**
 * The same in one statement with the answer to its Idempotency-Key.
 * @returns false when nothing was written: the key was used before, or the merchant isn't active.
 */
export async function createPaymentWithKey(tx: Tx, payment: NewPayment, key: AnsweredKey): Promise<boolean> {
  const isNew = await insertPayment(tx, payment, key);
  if (isNew) await recordCreated(tx, payment);
  return isNew;
}

async function recordCreated(tx: Tx, { id, partnerId, referenceId, amount }: NewPayment): Promise<void> {
  const after = { referenceId, unit: formatUnit(amount.unit), value: amount.value.toString() };
  await recordPaymentChange(tx, { id, partnerId, verb: "created", after });
}

function parsePayableUnit(mode: AccountMode, text: string): Unit {
  const unit = parseUnit(text);
  if (unit === null)
    throw invalidField(
      "amount.unit",
      "must be a currency such as iso4217/USD, or a token as caip19/eip155:…/erc20:0x…",
    );
  if (unit.kind === "fiat") {
    if (findCurrentCurrency(unit.currency) === null)
      throw invalidField("amount.unit", "is not a current ISO 4217 currency");
    return unit;
  }
  const token = findToken(unit.asset);
  if (token === null) throw invalidField("amount.unit", "is not a supported token");
  if (modeOfChain(token.chainId) !== mode) throw invalidField("amount.unit", `isn't a token of ${mode} mode`);
  if (!isEnabled(token.chainId)) throw invalidField("amount.unit", "is on a chain that is not enabled");
  return unit;
}

/** The refusal of an amount that doesn't exceed its fees. Network costs can require more, which the message then names. */
async function belowFees(payee: Payee, unit: Unit, feeRatio: Ratio, rates: RateSource): Promise<TillError> {
  const value = minAboveFees(payee.fees, feeRatio);
  const worth = await worthOf(rates, { unit, value });
  if (worth !== null) await requireMinimum(payee, unit, worth.amountRank, rates);
  return invalidField("amount.value", `must be at least ${formatMoney(unit, value)} to cover fees`);
}

async function fixedFeeRatio(rates: RateSource, fees: FeeSchedule, unit: Unit): Promise<Ratio | null> {
  if (unit.kind === "fiat") return fixedFeeToFiat(rates, fees, unit.currency);
  const token = findToken(unit.asset);
  return token === null ? null : fixedFeeToToken(rates, fees, token);
}

function formatMoney(unit: Unit, value: AtomicAmount): string {
  if (unit.kind === "fiat")
    return `${formatAtomic(value, findCurrency(unit.currency)?.decimals ?? 0)} ${unit.currency}`;
  const token = findToken(unit.asset);
  return token === null ? `${value}` : `${formatAtomic(value, token.decimals)} ${token.symbol}`;
}

function parseExpiry(expiresAtSeconds: number | null | undefined, now: Date): Date {
  if (expiresAtSeconds === undefined || expiresAtSeconds === null) {
    return new Date((Math.floor(now.getTime() / 1_000) + defaultExpirySeconds) * 1_000);
  }
  const ahead = expiresAtSeconds - Math.floor(now.getTime() / 1_000);
  if (ahead < minExpirySeconds || ahead > maxExpirySeconds) {
    throw invalidField("expiresAt", "must be Unix seconds, between 60 seconds and 7 days from now");
  }
  return new Date(expiresAtSeconds * 1_000);
}
