import { TillError } from "#lib/core/errors.ts";
import { secondsToNextGasDay } from "#lib/domain/platform/gas-budget/gas-day.ts";
import type { BudgetScope } from "#lib/domain/platform/gas-budget/repository.ts";

const refusals: Record<BudgetScope, string> = {
  partner:
    "The payment can't be collected: the merchant's daily budget for network costs is used up. Try again after 00:00 UTC.",
  app: "The payment can't be collected: the app's daily budget for network costs at this merchant is used up. Use another app, or try again after 00:00 UTC.",
  buyer:
    "The payment can't be collected: the account's daily budget for network costs at this merchant is used up. Use another account, or try again after 00:00 UTC.",
};

/** The error for a budget that is used up, with the seconds to the next UTC day. */
export function budgetRefusal(scope: BudgetScope, now: Date): TillError {
  return new TillError("rate_limited", { message: refusals[scope], retryAfterSeconds: secondsToNextGasDay(now) });
}
