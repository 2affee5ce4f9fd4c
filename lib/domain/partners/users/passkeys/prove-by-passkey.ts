import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { clock } from "#lib/core/clock.ts";
import { invalidField } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { lockUser } from "#lib/domain/partners/users/lock-user.ts";
import { describeCredentials } from "#lib/domain/partners/users/passkeys/describe-credentials.ts";
import { selectUserCredentials } from "#lib/domain/partners/users/passkeys/repository.ts";
import { requestPasskey, takePasskey } from "#lib/domain/partners/users/passkeys/use-passkey.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { recordPasskeyProof } from "#lib/domain/partners/users/session-repository.ts";

/** Requests a passkey of a member as their proof. @returns the options of `navigator.credentials.get`, in JSON. */
export async function beginPasskeyProof({ userId, sessionId }: Member) {
  const allowCredentials = describeCredentials(await selectUserCredentials(database, userId));
  return { ...requestPasskey({ purpose: "proof", sessionId }), allowCredentials };
}

/**
 * Takes a passkey as the member's proof that it is they who act. From then on the session counts as started with it, so that it
 * satisfies a partner that requires two factors.
 * @throws TillError `params_validation` on `response` when it isn't valid.
 */
export async function proveByPasskey(
  { userId, sessionId }: Member,
  response: AuthenticationResponseJSON,
): Promise<void> {
  const used = await takePasskey({ purpose: "proof", sessionId }, response, userId);
  const isRecorded =
    used !== null &&
    (await inTransaction(async (tx) => {
      await lockUser(tx, userId);
      return recordPasskeyProof(tx, sessionId, used.passkeyId, clock.now());
    }));
  if (!isRecorded) throw invalidField("response", "isn't one of your passkeys, or took too long. Try again");
}
