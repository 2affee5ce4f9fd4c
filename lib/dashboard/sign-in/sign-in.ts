import { actAs } from "#lib/core/actor.ts";
import { isTillError } from "#lib/core/errors.ts";
import type { SessionId } from "#lib/core/ids.ts";
import { normalEmail } from "#lib/core/normal-email.ts";
import { attemptLimits, countWrong, spend } from "#lib/dashboard/sign-in/attempt-limits.ts";
import { checkCode } from "#lib/domain/partners/users/second-factor/check-code.ts";
import { type Browser, startSession } from "#lib/domain/partners/users/start-session.ts";
import { checkPassword, type VerifiedUser } from "#lib/domain/partners/users/verify-user.ts";
import { statusOf } from "#lib/edge/http-error.ts";

export type SignInAttempt = {
  email: string;
  password: string;
  /** Empty until a code is required. */
  code: string;
  /** The client address, in the form that limits count it. */
  address: string;
  browser: Browser;
  /** The email's owner has signed in with this browser before. */
  isKnownBrowser: boolean;
};

/** The outcome of an attempt. `throttled` and `busy` are decided before any credential is checked. */
export type SignInOutcome =
  | { kind: "signed_in"; sessionId: SessionId }
  | { kind: "refused" | "code_needed" | "wrong_code" | "throttled" | "busy" };

/**
 * Signs a user in by email, password and, if set up, the second factor. Neither the response nor its timing reveals
 * whether the email or the password was wrong.
 */
export async function signIn(attempt: SignInAttempt): Promise<SignInOutcome> {
  try {
    const known = await checkPasswordWithinLimits(attempt);
    return known === null ? { kind: "refused" } : await finishSignIn(known, attempt);
  } catch (error) {
    if (isTillError(error) && error.code === "rate_limited") return { kind: "throttled" };
    if (isTillError(error) && statusOf(error) === 503) return { kind: "busy" };
    throw error;
  }
}

/**
 * Checks the password within the limits. They are spent one after the other: an attempt that one of them refuses must
 * not count against the next, which other users may share.
 */
async function checkPasswordWithinLimits({
  email,
  password,
  address,
  isKnownBrowser,
}: SignInAttempt): Promise<VerifiedUser | null> {
  const limits = attemptLimits();
  const name = normalEmail(email);
  if (name === null) return null;
  const counted = [await spend(limits.address, address), await spend(limits.pair, `${address} ${name}`)];
  if (!isKnownBrowser) counted.push(await spend(limits.email, name));
  return countWrong(counted, () => checkPassword(email, password));
}

async function finishSignIn(
  { userId, email, passwordHash, hasSecondFactor }: VerifiedUser,
  attempt: SignInAttempt,
): Promise<SignInOutcome> {
  if (hasSecondFactor) {
    if (attempt.code === "") return { kind: "code_needed" };
    const counted = [await spend(attemptLimits().proof, userId)];
    const check = () => checkCode(userId, attempt.code);
    const isRight = await actAs({ kind: "user", id: userId, name: email }, () => countWrong(counted, check));
    if (!isRight) return { kind: "wrong_code" };
  }
  const sessionId = await startSession(userId, attempt.browser, { passwordHash, hasSecondFactor });
  return sessionId === null ? { kind: "refused" } : { kind: "signed_in", sessionId };
}
