import { usableTokens } from "#lib/chain/capabilities.ts";
import { getChain } from "#lib/chain/chains.ts";
import { fromNode } from "#lib/chain/nodes/node-error.ts";
import { findToken } from "#lib/chain/tokens.ts";
import { toCaip19 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { isId, type OptionId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { batchedRead } from "#lib/db/batched-read.ts";
import { database } from "#lib/db/pool.ts";
import { applyPaymentEvent, refusal } from "#lib/domain/payments/apply-payment-event.ts";
import type { BuyerDataSubmission } from "#lib/domain/payments/buyer-data/buyer-data-submission.ts";
import type { CollectedData } from "#lib/domain/payments/buyer-data/parse-buyer-data.ts";
import { requireCollectedData, storeBuyerData } from "#lib/domain/payments/buyer-data/require-collected-data.ts";
import { requireCurrentRecipients } from "#lib/domain/payments/collection/recipients.ts";
import { requireCover } from "#lib/domain/payments/collection/require-cover.ts";
import { type Confirmer, confirmOption, type OptionConfirmation } from "#lib/domain/payments/gateway/confirm-option.ts";
import { unknownOption } from "#lib/domain/payments/gateway/fetch-actions.ts";
import { requirePegged } from "#lib/domain/payments/gateway/quote.ts";
import { isEndedByScreening, wasDeclined } from "#lib/domain/payments/gateway/screen-buyer.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import type { PaymentOption } from "#lib/domain/payments/options/option.ts";
import { listOptionsForConfirm } from "#lib/domain/payments/options/option-repository.ts";
import { isConfirmable, type Payment } from "#lib/domain/payments/payment.ts";
import { paymentIdOf } from "#lib/domain/payments/payment-link.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

export type PaymentConfirmation = OptionConfirmation & {
  /** Data of the wallet's own form; absent when the buyer used our hosted form. */
  collectedData?: CollectedData | null | undefined;
};

/**
 * Accepts a buyer's signed results for an option, which moves the payment to processing: see {@link
 * confirmOption}.
 * @returns the payment's id, for reading its status.
 * @throws TillError `payment_not_found`, `payment_expired`, and those of {@link confirmOption}.
 */
export async function confirmPayment(
  confirmer: Confirmer,
  idOrLink: string,
  confirmation: PaymentConfirmation,
  rates: RateSource,
) {
  const { optionId, collectedData } = confirmation;
  const { appId } = confirmer;
  const payment = await getPayment(confirmer.scope, paymentIdOf(idOrLink));
  let buyerData: BuyerDataSubmission | null = null;
  await confirmOption(
    {
      // Read after the payment, so that a confirm that commits in between makes this one a repeat.
      async findOption() {
        const found = isId("opt", optionId) ? await readOption()(optionId) : null;
        const own = found?.paymentId === payment.id ? found : null;
        return { option: own?.option ?? null, isRepeat: own?.isConfirmed || (await wasDeclined(payment, optionId)) };
      },
      requireOpen() {
        const now = clock.now();
        if (!isConfirmable(payment, now)) throw refusal(payment, now);
      },
      unknownOption,
      async prepare(option) {
        await requireOffered(payment, option, rates);
        const account = { chainId: option.chainId, address: option.buyer };
        buyerData = await requireCollectedData(payment, account, collectedData, rates);
      },
      isEndedByScreening: (option) => isEndedByScreening(appId, payment, option),
      async accept(tx, option, { attemptId, account: buyerAccount, cover, isUnchecked }) {
        const { chainId, token, amount, fee } = option;
        const asset = toCaip19({ chainId, address: token });
        const paid = { attemptId, buyerAccount, appId, asset, amount, fee };
        const confirmed = {
          type: "confirmed",
          ...paid,
          ...(isUnchecked ? { isUnchecked: true as const } : {}),
        } as const;
        // Started together. The payment's row is locked before the buyer's token; its refusal comes first.
        await Promise.all([
          applyPaymentEvent(tx, payment.id, confirmed),
          requireCurrentRecipients(tx, payment.merchantId, option),
          requireCover(tx, option, cover),
          storeBuyerData(tx, buyerData),
        ]);
        return payment;
      },
    },
    confirmer,
    confirmation,
  );
  return payment.id;
}

/**
 * Requires that an option's token would still be offered: it may have lost its peg since, or its contract may
 * have changed.
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
