import { invalidField, isTillError } from "#lib/core/errors.ts";
import { formatAtomic } from "#lib/core/money.ts";
import { formRequest } from "#lib/dashboard/form-request.ts";
import { presentMoney } from "#lib/dashboard/present/money.ts";
import { toAtomic, toAtomicItems } from "#lib/dashboard/to-atomic.ts";
import { database } from "#lib/db/pool.ts";
import type { MerchantScope, PartnerScope } from "#lib/db/scope.ts";
import { getMerchantScope } from "#lib/domain/merchants/get-merchant-scope.ts";
import { readSettlementTerms } from "#lib/domain/merchants/settlement-destinations/repository.ts";
import { getFeeSchedule } from "#lib/domain/partners/repository.ts";
import { createPayment, preparePayment } from "#lib/domain/payments/creation/create-payment.ts";
import { findUsualBelow } from "#lib/domain/payments/creation/usual-amount.ts";
import { allowedTokens } from "#lib/domain/payments/gateway/accepted-tokens.ts";
import type { NewPayment } from "#lib/domain/payments/payment.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { answerOnce } from "#lib/edge/answer-once.ts";

/** A payment as submitted by the form; amounts are in major units. */
export type PaymentOrder = {
  merchantId: string;
  referenceId: string;
  /** The purchase in a sentence, which the buyer sees. */
  description?: string | undefined;
  amount: { unit: string; value: string };
  lineItems?: { name: string; quantity: number; total: string }[] | undefined;
  expiresInMinutes: number;
  checkout?: { successUrl: string; errorUrl: string } | undefined;
};

/**
 * Creates a payment once per key, as the API does for an Idempotency-Key.
 * @param isLargeAccepted whether the member knows that the amount is far above the merchant's usual ones.
 * @returns its id, the same for the same key.
 * @throws TillError `params_validation` with the invalid field, as preparePayment, for a merchant that can't receive
 * payments, or none of this amount, and on `isLargeAccepted` for an amount far above the usual ones;
 * `idempotency_conflict` for a key used with another order; `bad_gateway`.
 */
export async function createPaymentOnce(
  scope: PartnerScope,
  key: string,
  order: PaymentOrder,
  expiresAt: number,
  isLargeAccepted: boolean,
): Promise<string> {
  const { partnerId } = scope;
  const once = formRequest(scope, "createPayment", key, order);
  const prepare = async () => {
    const merchant = await requireMerchantScope(scope, order.merchantId);
    const { referenceId, description, checkout, amount, lineItems = [] } = order;
    const request = {
      referenceId,
      description,
      checkout,
      expiresAt,
      amount: { unit: amount.unit, value: toAtomic(amount) },
      lineItems: toAtomicItems(amount.unit, lineItems),
    };
    const prepared = await preparePayment(merchant, await getFeeSchedule(database, partnerId), request, rateSource());
    await requirePayable(prepared);
    if (!isLargeAccepted) await requireUsual(prepared);
    return prepared;
  };
  const answer = await answerOnce(once, prepare, async (tx, prepared) => {
    const { id } = await createPayment(tx, prepared).catch(blameMerchant);
    return { status: 201, body: id };
  });
  return answer.body;
}

/** @throws TillError `params_validation` on `isLargeAccepted` for an amount far above the merchant's usual ones. */
async function requireUsual({ merchantId, amount: { unit, value } }: NewPayment): Promise<void> {
  const usual = await findUsualBelow(database, { merchantId }, unit, value);
  if (usual === null) return;
  const { value: atomic, decimals, symbol } = presentMoney({ unit, value: usual });
  const largest = `${formatAtomic(BigInt(atomic), decimals)} ${symbol}`;
  throw invalidField(
    "isLargeAccepted",
    `must be true: the amount is more than 10 times ${largest}, the largest of this merchant's latest paid payments`,
  );
}

/** @throws TillError `params_validation` on `merchantId` when the partner has no such merchant. */
async function requireMerchantScope(scope: PartnerScope, merchantId: string): Promise<MerchantScope> {
  return getMerchantScope(scope, merchantId).catch((error: unknown) => {
    if (isTillError(error) && error.code === "forbidden") {
      throw invalidField("merchantId", "is not one of your merchants");
    }
    throw error;
  });
}

/**
 * Refuses a payment that no buyer could pay now, because its link would be shared in vain. The API creates it
 * (docs/contract.md): its clients may add the destination later.
 * @throws TillError `params_validation` on `merchantId`, or on `amount.unit` when the merchant could receive other tokens.
 */
async function requirePayable({ partnerId, merchantId, amount }: NewPayment): Promise<void> {
  const terms = await readSettlementTerms(database, merchantId);
  if (!terms.onlySettleable || allowedTokens({ partnerId, amount }, terms).length > 0) return;
  throw terms.destinations.size === 0
    ? invalidField("merchantId", "can't be paid yet: add a settlement destination, or accept tokens without one")
    : invalidField(
        "amount.unit",
        "can't be settled by this merchant: add a settlement destination for it, or use another unit",
      );
}

function blameMerchant(error: unknown): never {
  const isRefused = isTillError(error) && error.code === "forbidden";
  throw isRefused ? invalidField("merchantId", "can't receive payments because it isn't active") : error;
}
