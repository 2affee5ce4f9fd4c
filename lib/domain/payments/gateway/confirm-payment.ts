import { usableTokens } from "#lib/chain/capabilities.ts";
import { getChain } from "#lib/chain/chains.ts";
import { fromNode } from "#lib/chain/nodes/node-error.ts";
import { reachRelayFaultPoint } from "#lib/chain/relay/relay-fault-point.ts";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { toCaip10, toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { isId, newId, type OptionId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvent, refusal } from "#lib/domain/payments/apply-payment-event.ts";
import type { BuyerDataSubmission } from "#lib/domain/payments/buyer-data/buyer-data-submission.ts";
import type { CollectedData } from "#lib/domain/payments/buyer-data/parse-buyer-data.ts";
import { requireCollectedData, storeBuyerData } from "#lib/domain/payments/buyer-data/require-collected-data.ts";
import type { PaymentOption } from "#lib/domain/payments/collection/option.ts";
import { listOptionsForConfirm, type OptionForConfirm } from "#lib/domain/payments/collection/option-repository.ts";
import { requireCurrentRecipients } from "#lib/domain/payments/collection/recipients.ts";
import { insertAttempt } from "#lib/domain/payments/collection/repository.ts";
import { requireCover } from "#lib/domain/payments/collection/require-cover.ts";
import { withRecord } from "#lib/domain/payments/collection/sealed-record.ts";
import { type VerifiedCollection, verifyCollection } from "#lib/domain/payments/collection/verify-collection.ts";
import { verifySignature } from "#lib/domain/payments/collection/verify-signature.ts";
import { wakeCollection } from "#lib/domain/payments/collection/wake-collection.ts";
import { unknownOption } from "#lib/domain/payments/gateway/fetch-actions.ts";
import { paymentIdOf } from "#lib/domain/payments/gateway/payment-link.ts";
import { requirePegged } from "#lib/domain/payments/gateway/quote.ts";
import { readResults, type WalletResult } from "#lib/domain/payments/gateway/read-results.ts";
import { isEndedByScreening, wasDeclined } from "#lib/domain/payments/gateway/screen-buyer.ts";
import { walletActions } from "#lib/domain/payments/gateway/wallet-actions.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { type Payment, statusAt } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";
import { reserveGas } from "#lib/domain/platform/gas-budget/reserve-gas.ts";

export type PaymentConfirmation = {
  optionId: string;
  results: readonly WalletResult[];
  /** Data of the wallet's own form; absent when the buyer used our hosted form. */
  collectedData?: CollectedData | null | undefined;
  /** Any JSON; stored with the attempt, without effect. */
  excludeFromRelayer?: unknown;
};

/** The sender of a confirm: its scope, its app if one was named, and the id that the app uses for its client. */
export type Confirmer = { scope: Scope; appId: string | null; clientId: string | null };

/**
 * Accepts a buyer's signed results for an option: verifies and simulates, then in one transaction inserts the attempt,
 * moves the payment to processing and queues the collection, or the job that waits until it is ready. Safe to repeat:
 * another confirm of the same option changes nothing, whatever has become of the payment. The order of the checks is in docs/contract.md.
 * @returns the payment's id, for reading its status.
 * @throws TillError `payment_not_found`, `payment_expired`, `invalid_state`, `quote_expired`, `params_validation`
 * (`isUnusable` for signature or account), `rate_limited` when a budget for gas is used up, `bad_gateway`.
 */
export async function confirmPayment(
  confirmer: Confirmer,
  idOrLink: string,
  confirmation: PaymentConfirmation,
  rates: RateSource,
) {
  const payment = await getPayment(confirmer.scope, paymentIdOf(idOrLink));
  // Read after the payment: if a confirm commits in between, this one is its repeat and not refused for the new status.
  const found = await findOption(payment, confirmation.optionId);
  if (found?.isConfirmed || (await wasDeclined(payment, confirmation.optionId))) return payment.id;
  const now = clock.now();
  if (statusAt(payment, now) !== "requires_action") throw refusal(payment, now);
  const option = found?.option ?? null;
  if (option === null) throw unknownOption();
  if (now >= option.expiresAt) throw new TillError("quote_expired");
  await requireOffered(payment, option, rates);
  const account = { chainId: option.chainId, address: option.buyer };
  const buyerData = await requireCollectedData(payment, account, confirmation.collectedData, rates);
  const { hashes, signature } = readResults(confirmation.results, walletActions(option));
  const verified = await verifySignature(option, signature);
  try {
    if (await isEndedByScreening(confirmer.appId, payment, option)) return payment.id;
    const collection = await verifyCollection(option, verified, hashes);
    await accept(confirmer, payment, option, confirmation, collection, buyerData);
  } catch (error) {
    // A concurrent confirm may have committed since the first check: of the same option it makes this one a repeat.
    if (isTillError(error) && (await findOption(payment, option.id))?.isConfirmed) return payment.id;
    throw error;
  }
  return payment.id;
}

/**
 * Requires that an option's token would still be offered: it may have lost its peg since, or its contract may have changed.
 * @throws TillError `bad_gateway` otherwise.
 */
async function requireOffered(payment: Payment, { chainId, token: address }: PaymentOption, rates: RateSource) {
  const token = findToken(toCaip19({ chainId, address }));
  if (token === null) throw unknownOption();
  requirePegged(rates, payment, token);
  const { name } = getChain(chainId);
  const usable = await fromNode(chainId, usableTokens(chainId));
  if (usable.some((each) => each.token === token)) return;
  const message = `${token.symbol} on ${name} is paused because its contract isn't as expected. Choose another token.`;
  throw new TillError("bad_gateway", { message });
}

const readOption = processSingleton("read-option-for-confirm", () =>
  batchedRead((ids: readonly OptionId[]) => listOptionsForConfirm(database, ids)),
);

/** Returns an option of the payment and whether it was confirmed, or null. Concurrent confirms share a statement. */
async function findOption(payment: Payment, optionId: string): Promise<OptionForConfirm | null> {
  const found = isId("opt", optionId) ? await readOption()(optionId) : null;
  return found?.paymentId === payment.id ? found : null;
}

async function accept(
  { appId, clientId }: Confirmer,
  payment: Payment,
  option: PaymentOption,
  { excludeFromRelayer }: PaymentConfirmation,
  { signature, approvalHashes, approvalNonce, awaits, collection, deployment, cover, gas }: VerifiedCollection,
  buyerData: BuyerDataSubmission | null,
): Promise<void> {
  const now = clock.now();
  const attemptId = newId("att", now);
  const { chainId, token, buyer, amount, fee, submitter } = option;
  const purpose = { kind: "collection", attemptId } as const;
  await inTransaction(async (tx) => {
    const buyerAccount = toCaip10({ chainId, address: buyer });
    const asset = toCaip19({ chainId, address: token });
    const event = { type: "confirmed", attemptId, buyerAccount, appId, asset, amount, fee } as const;
    // Started together. The payment's row is locked before the buyer's token, and its refusal comes first.
    await Promise.all([
      applyPaymentEvent(tx, payment.id, event),
      requireCurrentRecipients(tx, payment.merchantId, option),
      requireCover(tx, option, cover),
      storeBuyerData(tx, buyerData),
    ]);
    const attempt = {
      id: attemptId,
      paymentId: payment.id,
      refundId: null,
      optionId: option.id,
      signature,
      appId,
      clientId,
      now,
    };
    const { partnerId } = payment;
    const reservation = { partnerId, appId, buyer, attemptId, chainId, needs: gas.needs };
    const queue = { chainId, wallet: submitter, sinceBlock: cover.atBlock };
    await Promise.all([
      insertAttempt(tx, { ...attempt, approvalHashes, approvalNonce, awaits, excludeFromRelayer }),
      // While an approval is awaited nothing is sent: a buyer who never approves must not hold the shop's budget.
      !awaits || deployment ? reserveGas(tx, reservation) : null,
      deployment ? queueTransaction(tx, { ...queue, purpose: { kind: "deployment", attemptId }, ...deployment }) : null,
      awaits
        ? wakeCollection(tx, attemptId)
        : queueTransaction(tx, {
            ...queue,
            purpose,
            ...withRecord(collection, option, payment.merchantId),
            gasCap: gas.gasCap,
          }),
    ]);
  });
  reachRelayFaultPoint({ purpose }, "queued");
}
