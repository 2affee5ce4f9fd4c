import { randomBytes } from "node:crypto";
import { type RegistrationResponseJSON, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockUser } from "#lib/domain/partners/users/lock-user.ts";
import { createChallenge, expectChallenge } from "#lib/domain/partners/users/passkeys/challenge.ts";
import { describeCredentials } from "#lib/domain/partners/users/passkeys/describe-credentials.ts";
import { emailPasskeyChange } from "#lib/domain/partners/users/passkeys/email-passkey-change.ts";
import { getRelyingParty } from "#lib/domain/partners/users/passkeys/relying-party.ts";
import {
  countPasskeys,
  insertPasskey,
  selectUserCredentials,
  spendChallenge,
  writeHandle,
} from "#lib/domain/partners/users/passkeys/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { recordPasskeyProof, revokeOtherSessions } from "#lib/domain/partners/users/session-repository.ts";
import { log } from "#lib/log/log.ts";

/** The maximum number of passkeys of a user. */
export const maxPasskeys = 10;

const handleLength = 32;

/** Algorithms that every supported Node.js verifies: Ed25519, ECDSA with P-256, RSA. In the order of preference. */
const algorithms = [-8, -7, -257];

/**
 * Begins to add a passkey.
 * @returns the options of `navigator.credentials.create`, in JSON.
 * @throws TillError `forbidden` where passkeys don't work.
 */
export async function beginPasskey({ userId, sessionId, email, name }: Member) {
  const { id } = getRelyingParty();
  const handle = await inTransaction((tx) => writeHandle(tx, userId, randomBytes(handleLength)));
  if (handle === null) throw new TillError("not_found");
  return {
    rp: { id, name: "Till" },
    user: { id: handle.toString("base64url"), name: email, displayName: name === "" ? email : name },
    challenge: createChallenge({ purpose: "registration", sessionId }),
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
    excludeCredentials: describeCredentials(await selectUserCredentials(database, userId)),
    // Discoverable, so that signing in needs no email, and verified by fingerprint, face or PIN, so that it is two factors.
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
  };
}

/**
 * Adds the passkey that an authenticator has created, and emails the member. Ends the member's other
 * sessions, as a second factor does; the current one continues as if it had been started with the passkey.
 * @throws TillError `params_validation` on `response` for one that doesn't belong to this session's challenge or to a member who
 * was verified; `version_conflict` for an authenticator that is registered, `forbidden` for too many passkeys.
 */
export async function addPasskey(member: Member, name: string, response: RegistrationResponseJSON): Promise<void> {
  const { userId, sessionId, scope } = member;
  const { challenge, credential, isSynced } = await verifyRegistration(member, response);
  const now = clock.now();
  const id = newId("psk", now);
  const credentialId = Buffer.from(credential.id, "base64url");
  const publicKey = Buffer.from(credential.publicKey);
  const transports = response.response.transports ?? [];
  const passkey = { id, userId, name, credentialId, publicKey, transports, isSynced, now };
  await inTransaction(async (tx) => {
    if (!(await spendChallenge(tx, challenge))) throw refused();
    await lockUser(tx, userId);
    if ((await countPasskeys(tx, userId)) >= maxPasskeys) throw tooMany();
    const row = { ...passkey, partnerId: scope.partnerId, signCount: credential.counter };
    if (!(await insertPasskey(tx, row))) throw alreadyRegistered();
    await recordPasskeyProof(tx, sessionId, id, now);
    await revokeOtherSessions(tx, userId, sessionId, now);
    await emailPasskeyChange(tx, member, { passkeyId: id, name, isAdded: true, at: now });
  });
}

async function verifyRegistration({ userId, sessionId }: Member, response: RegistrationResponseJSON) {
  const { id, origin } = getRelyingParty();
  const { isExpected, found } = expectChallenge({ purpose: "registration", sessionId });
  try {
    requireNoCertificates(response.response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs: algorithms,
    });
    const challenge = found();
    if (registrationInfo === undefined || challenge === null) throw new Error("the attestation isn't valid");
    const { credential, credentialDeviceType } = registrationInfo;
    return { challenge, credential, isSynced: credentialDeviceType === "multiDevice" };
  } catch (error) {
    log().info({ err: error, userId }, "a new passkey was refused");
    throw refused();
  }
}

/**
 * Refuses attestations with certificates. None is requested, and checking one could fetch the revocation
 * lists that it names: a member could choose addresses that this service then requests.
 */
function requireNoCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const format = decoded.get("fmt");
  const isPlain = format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined);
  if (!isPlain) throw new Error(`an attestation of the format ${String(format)} wasn't requested`);
}

function refused(): TillError {
  return invalidField("response", "isn't a passkey that was just created for this account. Try again");
}

function tooMany(): TillError {
  const message = `You have ${maxPasskeys} passkeys, the maximum for an account. Remove one before you add another.`;
  return new TillError("forbidden", { message });
}

function alreadyRegistered(): TillError {
  return new TillError("version_conflict", { message: "This passkey is already registered. Sign in with it." });
}
