import type { Caip10 } from "#lib/core/caip.ts";
import { clock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { type DataProvider, fallsUnder } from "#lib/domain/payments/buyer-data/policy.ts";
import { getPolicy, listCoveredAccounts } from "#lib/domain/payments/buyer-data/repository.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import type { RateSource } from "#lib/domain/payments/rates/rate-source.ts";

/** Which accounts must say who they are before they can pay, and who asks. */
export type DataRequest = { accounts: readonly Caip10[]; provider: DataProvider };

/**
 * What a payment asks of these accounts: nothing where the partner's policy does not ask for it, else those without a
 * submission that counts, in the order given, each once. Asks the database at most twice, the rates only where the
 * policy names an amount.
 * @returns null when none of them is asked.
 * @throws TillError `bad_gateway` when the rate source fails.
 */
export async function findDataRequest(
  payment: Payment,
  accounts: readonly Caip10[],
  rates: RateSource,
): Promise<DataRequest | null> {
  if (accounts.length === 0) return null;
  const policy = await getPolicy(database, payment.partnerId);
  if (policy.kind === "off") return null;
  const covered = await listCoveredAccounts(database, payment.partnerId, accounts, clock.now());
  const uncovered = [...new Set(accounts)].filter((account) => !covered.has(account));
  if (uncovered.length === 0 || !(await fallsUnder(policy, payment.amount, rates))) return null;
  return { accounts: uncovered, provider: policy.provider };
}
