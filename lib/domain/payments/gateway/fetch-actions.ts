import { clock } from "#lib/core/clock.ts";
import { invalidField, type TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import { refusal } from "#lib/domain/payments/apply-payment-event.ts";
import { type WalletAction, walletActions } from "#lib/domain/payments/gateway/wallet-actions.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { findOption } from "#lib/domain/payments/options/option-repository.ts";
import { isFinal, isPastExpiry, statusAt } from "#lib/domain/payments/payment.ts";
import { paymentIdOf } from "#lib/domain/payments/payment-link.ts";

/**
 * Returns the wallet actions of an option offered earlier.
 * @throws TillError `payment_not_found`, `payment_expired`, `invalid_state` for a payment that has ended,
 * `params_validation` for an option that is not this payment's.
 */
export async function fetchActions(scope: Scope, idOrLink: string, optionId: string): Promise<WalletAction[]> {
  const payment = await getPayment(scope, paymentIdOf(idOrLink));
  const now = clock.now();
  if (isFinal(statusAt(payment, now)) || isPastExpiry(payment, now)) throw refusal(payment, now);
  const option = isId("opt", optionId) ? await findOption(database, payment.id, optionId) : null;
  if (option === null) throw unknownOption();
  return walletActions(option);
}

/** Makes the error for an id that no option of the payment has. */
export function unknownOption(): TillError {
  return invalidField("optionId", "must be an option of this payment: request its options first");
}
