import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { clock } from "#lib/core/clock.ts";
import type { PasskeyId, UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import {
  type Ceremony,
  type Challenge,
  createChallenge,
  expectChallenge,
} from "#lib/domain/partners/users/passkeys/challenge.ts";
import { getRelyingParty } from "#lib/domain/partners/users/passkeys/relying-party.ts";
import {
  findPasskeyByCredential,
  type PasskeyKey,
  recordUse,
  spendChallenge,
} from "#lib/domain/partners/users/passkeys/repository.ts";
import { log } from "#lib/log/log.ts";

/** A passkey that its user has just used. */
export type UsedPasskey = { passkeyId: PasskeyId; userId: UserId; email: string };

/**
 * Returns the options of `navigator.credentials.get`, in JSON. Without credentials, authenticators offer all
 * of the site's passkeys.
 * @throws TillError `forbidden` where passkeys don't work.
 */
export function requestPasskey(ceremony: Ceremony) {
  return {
    challenge: createChallenge(ceremony),
    rpId: getRelyingParty().id,
    userVerification: "required" as const,
  };
}

/**
 * Verifies what an authenticator has signed, uses its challenge up and records the use.
 * @param userId the only user whose passkeys are accepted; null for any.
 * @returns null for an unknown passkey, and for a response to another challenge, site or counter, or without user verification.
 */
export async function takePasskey(
  ceremony: Ceremony,
  response: AuthenticationResponseJSON,
  userId: UserId | null,
): Promise<UsedPasskey | null> {
  const passkey = await findPasskeyByCredential(database, Buffer.from(response.id, "base64url"));
  if (passkey === null || (userId !== null && passkey.userId !== userId)) return null;
  const verified = await verifyResponse(ceremony, response, passkey);
  if (verified === null) return null;
  const isTaken = await inTransaction(async (tx) => {
    if (!(await spendChallenge(tx, verified.challenge))) return false;
    return recordUse(tx, passkey.id, verified.signCount, clock.now());
  });
  return isTaken ? { passkeyId: passkey.id, userId: passkey.userId, email: passkey.email } : null;
}

async function verifyResponse(
  ceremony: Ceremony,
  response: AuthenticationResponseJSON,
  { id: passkeyId, handle, publicKey, signCount }: PasskeyKey,
): Promise<{ challenge: Challenge; signCount: number } | null> {
  const { id, origin } = getRelyingParty();
  const { isExpected, found } = expectChallenge(ceremony);
  try {
    requireHandle(ceremony, response, handle);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: signCount },
    });
    const challenge = found();
    if (!verified || challenge === null) throw new Error("the signature isn't valid");
    return { challenge, signCount: authenticationInfo.newCounter };
  } catch (error) {
    log().info({ err: error, passkeyId, purpose: ceremony.purpose }, "a passkey was refused");
    return null;
  }
}

/** A sign-in names its user by the handle; where the user is known, authenticators may leave it out (WebAuthn, 7.2, step 6). */
function requireHandle({ purpose }: Ceremony, response: AuthenticationResponseJSON, handle: Buffer): void {
  const { userHandle } = response.response;
  if (userHandle === undefined && purpose !== "sign_in") return;
  if (userHandle !== handle.toString("base64url")) throw new Error("the user handle is another user's or missing");
}
