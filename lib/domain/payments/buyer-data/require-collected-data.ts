import { type ChainAccount, toCaip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { invalidField } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { findDataRequest } from "#lib/domain/payments/buyer-data/find-data-request.ts";
import { fallsUnder } from "#lib/domain/payments/buyer-data/policy.ts";
import { type CollectedData, readCollectedData } from "#lib/domain/payments/buyer-data/read-collected-data.ts";
import { getPolicy, insertSubmission } from "#lib/domain/payments/buyer-data/repository.ts";
import { type Submission, sealSubmission } from "#lib/domain/payments/buyer-data/submission.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/**
 * Sees to it that a confirm comes with what the partner's policy asks for: in the confirm itself, or from the form
 * before. Writes nothing; give what it returns to {@link storeSubmission} in the transaction that accepts the confirm,
 * so that nothing is kept of a confirm that is refused. Data that nobody asked for is not even looked at.
 * @returns the sealed data, or null when there is none to keep.
 * @throws TillError `params_validation` when the data is missing or wrong; `bad_gateway` when the rate source fails.
 */
export async function requireCollectedData(
  payment: Payment,
  account: ChainAccount,
  collected: CollectedData | null | undefined,
  rates: RateSource,
): Promise<Submission | null> {
  const caip10 = toCaip10(account);
  // SDKs of wallets send an empty list where the form was filled in on our page.
  if (!collected || collected.fields.length === 0) {
    if ((await findDataRequest(payment, [caip10], rates)) === null) return null;
    throw invalidField("collectedData", "is needed, or the form has to be filled in first");
  }
  const policy = await getPolicy(database, payment.partnerId);
  if (policy.kind === "off" || !(await fallsUnder(policy, payment.amount, rates))) return null;
  const now = clock.now();
  return sealSubmission(payment, [caip10], readCollectedData(collected, now), policy.provider, now);
}

/** Writes what {@link requireCollectedData} gave, if anything. */
export async function storeSubmission(tx: Tx, submission: Submission | null): Promise<void> {
  if (submission !== null) await insertSubmission(tx, submission, null);
}
