import type { Hex } from "viem";
import { queueTransaction } from "#lib/chain/relay/queue-transaction.ts";
import { reachStep } from "#lib/chain/relay/reach-step.ts";
import { toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { PaymentOption } from "#lib/domain/collection/option.ts";
import { findConfirmedOptionId, insertAttempt } from "#lib/domain/collection/repository.ts";
import { verifyCollection } from "#lib/domain/collection/verify-collection.ts";
import { getOption } from "#lib/domain/gateway/fetch-actions.ts";
import { paymentIdOf } from "#lib/domain/gateway/payment-link.ts";
import { readResults, type WalletResult } from "#lib/domain/gateway/read-results.ts";
import { walletActions } from "#lib/domain/gateway/wallet-actions.ts";
import { applyPaymentEvent, refusal } from "#lib/domain/payments/apply-payment-event.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { type Payment, statusAt } from "#lib/domain/payments/payment.ts";

export type Confirmation = {
  optionId: string;
  results: readonly WalletResult[];
  /** Any JSON; kept with the attempt, no effect (WIRE, Gateway). */
  excludeFromRelayer?: unknown;
};

/** Who confirms: the app, if one was named, and its own word for the client. */
export type Confirmer = { scope: Scope; appId: string | null; clientId: string | null };

/**
 * Accepts a buyer's signed results for an option: verifies and simulates, then in one transaction writes the
 * attempt, moves the payment to processing and queues the collection. Safe to repeat: the same option again changes
 * nothing. Checks come in the order of WIRE, Gateway.
 * @returns the payment's id, for reading its status.
 * @throws TillError `payment_not_found`, `payment_expired`, `invalid_state`, `quote_expired`, `params_validation`
 * (400 for option or results, 422 for signature or account), `bad_gateway`.
 */
export async function confirmPayment(confirmer: Confirmer, idOrLink: string, confirmation: Confirmation) {
  const payment = await getPayment(confirmer.scope, paymentIdOf(idOrLink));
  if (await isRepeat(payment, confirmation.optionId)) return payment.id;
  const now = clock.now();
  if (statusAt(payment, now) !== "requires_action") throw refusal(payment, now);
  const option = await getOption(payment, confirmation.optionId);
  if (now >= option.expiresAt) throw new TillError("quote_expired");
  const signature = readResults(confirmation.results, walletActions(option).length)[0] as Hex;
  const collection = await verifyCollection(option, signature);
  try {
    await accept(confirmer, payment, option, confirmation, collection);
  } catch (error) {
    // Somebody was faster between our look and our lock: the same option is a repeat, another one is refused.
    if (error instanceof TillError && (await isRepeat(payment, option.id))) return payment.id;
    throw error;
  }
  return payment.id;
}

async function isRepeat(payment: Payment, optionId: string): Promise<boolean> {
  return (await findConfirmedOptionId(database, payment.id)) === optionId;
}

async function accept(
  { appId, clientId }: Confirmer,
  payment: Payment,
  option: PaymentOption,
  { excludeFromRelayer }: Confirmation,
  { signature, calldata }: { signature: Hex; calldata: Hex },
): Promise<void> {
  const now = clock.now();
  const attemptId = newId("att", now);
  const { chainId, token, buyer, amount, fee, treasury } = option;
  const purpose = `collect:${attemptId}` as const;
  await inTransaction(async (tx) => {
    const buyerAccount = toCaip10({ chainId, address: buyer });
    const asset = toCaip19({ chainId, address: token });
    const event = { type: "confirmed", attemptId, buyerAccount, appId, asset, amount, fee } as const;
    await applyPaymentEvent(tx, payment.id, event, now);
    const attempt = { id: attemptId, paymentId: payment.id, optionId: option.id, signature, appId, clientId, now };
    await insertAttempt(tx, { ...attempt, excludeFromRelayer });
    await queueTransaction(tx, { chainId, wallet: treasury, purpose, target: token, calldata });
  });
  reachStep({ purpose }, "queued");
}
