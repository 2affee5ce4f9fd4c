import { clock } from "#lib/core/clock.ts";
import { invalidField } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import { refusal } from "#lib/domain/payments/apply-payment-event.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";
import { findOption } from "#lib/domain/payments/collection/option-repository.ts";
import { paymentIdOf } from "#lib/domain/payments/gateway/payment-link.ts";
import { type WalletAction, walletActions } from "#lib/domain/payments/gateway/wallet-actions.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { isFinal, type Payment, statusAt } from "#lib/domain/payments/payment.ts";

/**
 * Returns the wallet actions of an option offered earlier.
 * @throws TillError `payment_not_found`, `payment_expired`, `invalid_state` for a payment that has ended,
 * `params_validation` for an option that is not this payment's.
 */
export async function fetchActions(scope: Scope, idOrLink: string, optionId: string): Promise<WalletAction[]> {
  const payment = await getPayment(scope, paymentIdOf(idOrLink));
  const now = clock.now();
  if (isFinal(statusAt(payment, now))) throw refusal(payment, now);
  return walletActions(await getOption(payment, optionId));
}

/** Returns an option of a payment. @throws TillError `params_validation` when the payment has none of that id. */
export async function getOption(payment: Payment, optionId: string): Promise<PaymentOption> {
  const option = isId("opt", optionId) ? await findOption(database, payment.id, optionId) : null;
  if (option === null) throw invalidField("optionId", "must be an option of this payment: request its options first");
  return option;
}
