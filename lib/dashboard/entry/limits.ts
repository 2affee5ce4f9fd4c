import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { type Budget, createBudget } from "#lib/domain/platform/rate-limit/budget.ts";
import { sharedRedis } from "#lib/domain/platform/rate-limit/redis.ts";

const quarterHour = 900;
const hour = 3_600;

/**
 * What keeps guessers away from passwords and codes. Only what went wrong is counted in the end: each attempt is counted
 * before it is looked at, so that a thousand at once are no way around, and given back when it was right.
 */
export type EntryLimits = {
  /** Sign-ins by address and e-mail: who guesses one person's password from one place. */
  pair: Budget;
  /** Sign-ins by address: who tries one password on many people. */
  address: Budget;
  /** Sign-ins by e-mail, from everywhere: far more than a person gets wrong, and not for browsers that person has used. */
  email: Budget;
  /** Codes and passwords of somebody who has shown a password, or is signed in; nobody else can use it up. */
  proof: Budget;
  /** Messages asked for by address, and by the e-mail that they go to. */
  mailFrom: Budget;
  mailTo: Budget;
  /** Links that were opened or used, by address. */
  link: Budget;
};

/** The process's limits; shared through Redis where there is one. */
export const entryLimits = processSingleton("entry-limits", (): EntryLimits => {
  const redis = sharedRedis();
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

/** Counts one attempt. @returns what takes it back. @throws TillError 429 `rate_limited`, which says for how long. */
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
 * Runs what checks a password or code of a signed-in member: wrong ones are counted against that member.
 * @throws TillError 429 `rate_limited`, and what `check` throws.
 */
export async function limitProof<T>(userId: string, check: () => Promise<T>): Promise<T> {
  const giveBack = await spend(entryLimits().proof, userId);
  const checked = await check();
  await giveBack();
  return checked;
}
