import { type ChainAccount, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { invalidField } from "#lib/core/errors.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { requiresBuyerData } from "#lib/domain/payments/buyer-data/buyer-data-policy.ts";
import { type BuyerDataSubmission, sealBuyerData } from "#lib/domain/payments/buyer-data/buyer-data-submission.ts";
import { findBuyerDataRequest } from "#lib/domain/payments/buyer-data/find-buyer-data-request.ts";
import { type CollectedData, parseCollectedData } from "#lib/domain/payments/buyer-data/parse-buyer-data.ts";
import { getBuyerDataPolicy } from "#lib/domain/payments/buyer-data/read-policy.ts";
import { insertBuyerDataSubmission } from "#lib/domain/payments/buyer-data/repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/**
 * Checks that a confirm meets the partner's policy: with data of its own, or with a form sent earlier. Writes nothing;
 * pass the result to {@link storeBuyerData} in the transaction that accepts the confirm, so that a refused confirm leaves
 * no data behind. Data that the policy does not require is ignored unread.
 * @returns the encrypted data, or null when there is none to store.
 * @throws TillError `params_validation` when the data is missing or invalid; `bad_gateway` when the rate source fails.
 */
export async function requireCollectedData(
  payment: Payment,
  account: ChainAccount,
  collected: CollectedData | null | undefined,
  rates: RateSource,
): Promise<BuyerDataSubmission | null> {
  const caip10 = toCaip10(account);
  // Wallet SDKs send an empty list when the buyer used our hosted form.
  if (!collected || collected.fields.length === 0) {
    if ((await findBuyerDataRequest(payment, [caip10], rates)) === null) return null;
    throw invalidField("collectedData", "is required: send the fields of collectData, or open its url first");
  }
  const policy = await getBuyerDataPolicy(payment.partnerId);
  if (policy.kind === "off" || !(await requiresBuyerData(policy, payment.amount, rates))) return null;
  const now = clock.now();
  return sealBuyerData(payment, [caip10], parseCollectedData(collected, now), policy.provider, now);
}

/** Stores the result of {@link requireCollectedData}; does nothing with null. */
export async function storeBuyerData(tx: Tx, submission: BuyerDataSubmission | null): Promise<void> {
  if (submission !== null) await insertBuyerDataSubmission(tx, submission, null);
}
