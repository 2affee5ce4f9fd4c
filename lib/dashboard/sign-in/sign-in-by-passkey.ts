import type { z } from "zod";
import { isTillError } from "#lib/core/errors.ts";
import type { SessionId } from "#lib/core/ids.ts";
import type { usedPasskey } from "#lib/dashboard/passkey-fields.ts";
import { attemptLimits, countWrong, spend } from "#lib/dashboard/sign-in/attempt-limits.ts";
import { takePasskey } from "#lib/domain/partners/users/passkeys/use-passkey.ts";
import { type Browser, startSession } from "#lib/domain/partners/users/start-session.ts";

export type PasskeyAttempt = {
  response: z.output<typeof usedPasskey>;
  /** The client address, in the form that limits count it. */
  address: string;
  browser: Browser;
};

export type PasskeyOutcome =
  | { kind: "signed_in"; sessionId: SessionId; email: string }
  | { kind: "refused" | "throttled" };

/**
 * Signs a user in by a passkey, which stands for both factors: the authenticator has verified the user.
 * Refusals count against the client address, as wrong passwords do.
 */
export async function signInByPasskey({ response, address, browser }: PasskeyAttempt): Promise<PasskeyOutcome> {
  try {
    const counted = [await spend(attemptLimits().address, address)];
    const take = () => takePasskey({ purpose: "sign_in", sessionId: null }, response, null);
    const used = await countWrong(counted, take);
    if (used === null) return { kind: "refused" };
    const sessionId = await startSession(used.userId, browser, { passkeyId: used.passkeyId });
    return sessionId === null ? { kind: "refused" } : { kind: "signed_in", sessionId, email: used.email };
  } catch (error) {
    if (isTillError(error) && error.code === "rate_limited") return { kind: "throttled" };
    throw error;
  }
}
