import { clock } from "#lib/core/clock.ts";
import { isTillError, TillError } from "#lib/core/errors.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { type Budget, createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { sharedRedis } from "#lib/domain/platform/rate-limit/redis.ts";

const quarterHour = 900;
const hour = 3_600;

/**
 * Rate limits against guessing passwords and codes. Only failures count in the end: each attempt is counted before it
 * is checked, so that a thousand parallel ones can't slip through, and refunded if it was correct.
 */
export type AttemptLimits = {
  /** Sign-ins per client address and email, against guessing one user's password. */
  pair: Budget;
  /** Sign-ins per client address, against trying one password on many users. */
  address: Budget;
  /**
   * Sign-ins per email from all addresses: far above a user's own mistakes, and not applied to browsers they have used.
   */
  email: Budget;
  /**
   * Codes and passwords of a user who has proved their password or is signed in, so that strangers can't exhaust it.
   */
  proof: Budget;
  /** Emails requested per client address, and per recipient. */
  mailFrom: Budget;
  mailTo: Budget;
  /** Links opened or used per client address. */
  link: Budget;
};

/** Returns the process's limits, shared through Redis if configured. */
export const attemptLimits = processSingleton("entry-limits", (): AttemptLimits => {
  const redis = sharedRedis();
  // Redis keys contain these names; another prefix would reset the limits during a deployment.
  const budget = (policy: string, limit: number, seconds: number) =>
    createBudget({ policy: `entry-${policy}`, limit, seconds, isRefundable: true, redis });
  return {
    pair: budget("pair", 10, quarterHour),
    address: budget("address", 60, quarterHour),
    email: budget("email", 100, hour),
    proof: budget("proof", 10, quarterHour),
    mailFrom: budget("mail-from", 20, hour),
    mailTo: budget("mail-to", 5, hour),
    link: budget("link", 60, quarterHour),
  };
});

/**
 * Counts one attempt.
 * @returns a function that refunds it.
 * @throws TillError 429 `rate_limited` with the time to wait.
 */
export async function spend(budget: Budget, name: string): Promise<() => Promise<void>> {
  const quota = await budget.spend(name);
  if (quota?.isOver) {
    const seconds = Math.max(1, Math.ceil((quota.resetsAtMs - clock.now().getTime()) / 1_000));
    const minutes = Math.ceil(seconds / 60);
    const message = `Too many attempts. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
    throw new TillError("rate_limited", { message, retryAfterSeconds: seconds });
  }
  return () => budget.giveBack(name);
}

/**
 * Runs a check of what was counted, which resolves with a falsy value if it was wrong. Otherwise it is
 * refunded, also when it couldn't be checked: an outage must not lock users out.
 * @throws whatever `check` throws.
 */
export async function countWrong<T>(refunds: readonly (() => Promise<void>)[], check: () => Promise<T>): Promise<T> {
  let isWrong = false;
  try {
    const checked = await check();
    isWrong = !checked;
    return checked;
  } finally {
    if (!isWrong) await Promise.all(refunds.map((giveBack) => giveBack()));
  }
}

/**
 * Runs a check of a signed-in member's password or code, which refuses a wrong one by `params_validation`,
 * and counts those against that member. What couldn't be checked isn't counted, as in {@link countWrong}.
 * @throws TillError 429 `rate_limited`, and the errors of `check`.
 */
export async function limitProof<T>(userId: string, check: () => Promise<T>): Promise<T> {
  const giveBack = await spend(attemptLimits().proof, userId);
  let isWrong = false;
  try {
    return await check();
  } catch (error) {
    isWrong = isTillError(error) && error.code === "params_validation";
    throw error;
  } finally {
    if (!isWrong) await giveBack();
  }
}
