import { type Caip10, toCaip10 } from "#lib/core/caip.ts";
import { isTillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { findOption } from "#lib/domain/payments/options/option-repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { listPaymentsById } from "#lib/domain/payments/repository.ts";
import { screenAccount } from "#lib/domain/payments/screening/screen-account.ts";

/**
 * Screens the account of an option and fails the payment when the account is declined. Call it after verifying the
 * account's signature, so that no one can fail a payment with another person's account, and before relaying anything.
 * @returns true when the payment has failed that way, through this call or a concurrent one.
 * @throws TillError `bad_gateway` when the screening fails, which leaves the payment open; the errors of
 * applyPaymentEvent when the payment is no longer open.
 */
export async function isEndedByScreening(
  appId: string | null,
  payment: Payment,
  option: PaymentOption,
): Promise<boolean> {
  if ((await screenAccount(accountOf(option))) === "accepted") return false;
  const event = { type: "declined", account: accountOf(option), appId, optionId: option.id } as const;
  try {
    await inTransaction((tx) => applyPaymentEvent(tx, payment.id, event));
  } catch (error) {
    const [current] = await listPaymentsById(database, [payment.id]);
    if (!isTillError(error) || current === undefined || !(await wasDeclined(current, option.id))) throw error;
  }
  return true;
}

/** True when a payment failed because the account of that option was declined, which makes its confirm a repeat. */
export async function wasDeclined(payment: Payment, optionId: string): Promise<boolean> {
  if (payment.failureCode !== "declined_user" || !isId("opt", optionId)) return false;
  const option = await findOption(database, payment.id, optionId);
  return option !== null && accountOf(option) === payment.buyer?.account;
}

function accountOf({ chainId, buyer }: PaymentOption): Caip10 {
  return toCaip10({ chainId, address: buyer });
}
