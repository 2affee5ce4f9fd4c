import { actAs } from "#lib/core/actor.ts";
import { isTillError } from "#lib/core/errors.ts";
import type { SessionId } from "#lib/core/ids.ts";
import { attemptLimits, spend } from "#lib/dashboard/sign-in/attempt-limits.ts";
import { checkPassword, type VerifiedUser } from "#lib/domain/partners/users/check-password.ts";
import { checkCode } from "#lib/domain/partners/users/second-factor/check-code.ts";
import { startSession } from "#lib/domain/partners/users/start-session.ts";

export type SignInAttempt = {
  email: string;
  password: string;
  /** Empty before it was asked for. */
  code: string;
  /** Where it comes from, as it is counted. */
  address: string;
  userAgent: string | null;
  /** The address's owner has signed in by this browser before. */
  isKnownBrowser: boolean;
};

/** How an attempt ends, as the sign-in form is told. `throttled` comes before anything was looked at. */
export type SignInOutcome =
  | { kind: "signed_in"; sessionId: SessionId }
  | { kind: "refused" | "code_needed" | "wrong_code" | "throttled" };

/**
 * Signs somebody in by address, password and, where there is one, the second factor. Which of address and password is
 * wrong is told neither by the answer nor by its time.
 */
export async function signIn(attempt: SignInAttempt): Promise<SignInOutcome> {
  try {
    const known = await knowOnce(attempt);
    return known === null ? { kind: "refused" } : await enter(known, attempt);
  } catch (error) {
    if (isTillError(error) && error.code === "rate_limited") return { kind: "throttled" };
    throw error;
  }
}

/** One after the other: an attempt that one limit refuses does not count for the next, which is somebody else's too. */
async function knowOnce({ email, password, address, isKnownBrowser }: SignInAttempt): Promise<VerifiedUser | null> {
  const limits = attemptLimits();
  const name = email.toLowerCase();
  const counted = [await spend(limits.address, address), await spend(limits.pair, `${address} ${name}`)];
  if (!isKnownBrowser) counted.push(await spend(limits.email, name));
  const known = await checkPassword(email, password);
  if (known !== null) await Promise.all(counted.map((giveBack) => giveBack()));
  return known;
}

async function enter({ userId, email, hasSecondFactor }: VerifiedUser, attempt: SignInAttempt): Promise<SignInOutcome> {
  if (hasSecondFactor) {
    if (attempt.code === "") return { kind: "code_needed" };
    const giveBack = await spend(attemptLimits().proof, userId);
    const isRight = await actAs({ kind: "user", id: userId, name: email }, () => checkCode(userId, attempt.code));
    if (!isRight) return { kind: "wrong_code" };
    await giveBack();
  }
  return { kind: "signed_in", sessionId: await startSession(userId, attempt.userAgent) };
}
