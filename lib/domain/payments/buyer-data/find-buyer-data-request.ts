import type { Caip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { type BuyerDataProvider, requiresBuyerData } from "#lib/domain/payments/buyer-data/buyer-data-policy.ts";
import { getBuyerDataPolicy } from "#lib/domain/payments/buyer-data/read-policy.ts";
import { listCoveredAccounts } from "#lib/domain/payments/buyer-data/repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** The accounts that must fill in the form before they can pay, and the company that asks for it. */
export type BuyerDataRequest = { accounts: readonly Caip10[]; provider: BuyerDataProvider };

/**
 * Returns the accounts that still owe the form for a payment: none unless the partner's policy requires it, otherwise
 * those without a current submission, each once and in the order given. Makes at most two database queries, and asks the
 * rate source only when the policy names an amount.
 * @returns null when no account has to fill in the form.
 * @throws TillError `bad_gateway` when the rate source fails.
 */
export async function findBuyerDataRequest(
  payment: Payment,
  accounts: readonly Caip10[],
  rates: RateSource,
): Promise<BuyerDataRequest | null> {
  if (accounts.length === 0) return null;
  const policy = await getBuyerDataPolicy(payment.partnerId);
  if (policy.kind === "off") return null;
  const covered = await listCoveredAccounts(database, payment.partnerId, accounts, clock.now());
  const uncovered = [...new Set(accounts)].filter((account) => !covered.has(account));
  if (uncovered.length === 0 || !(await requiresBuyerData(policy, payment.amount, rates))) return null;
  return { accounts: uncovered, provider: policy.provider };
}
