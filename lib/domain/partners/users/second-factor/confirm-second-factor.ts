import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { emailAccessChange } from "#lib/domain/partners/members/email-access-change.ts";
import { hashRecoveryCode, newRecoveryCodes } from "#lib/domain/partners/users/second-factor/recovery-codes.ts";
import { confirmSecret, findSecondFactor } from "#lib/domain/partners/users/second-factor/repository.ts";
import { findTimeStep, sealContextOf } from "#lib/domain/partners/users/second-factor/totp.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { revokeOtherSessions } from "#lib/domain/partners/users/session-repository.ts";
import { unseal } from "#lib/env/seal.ts";

/**
 * Enables a second factor with a code that proves that the app has the secret. Ends the member's other
 * sessions, which were started without it, and emails the member and the owners.
 * @returns the recovery codes, which are shown once.
 * @throws TillError `params_validation` on `code`; `version_conflict` when no second factor awaits confirmation.
 */
export async function confirmSecondFactor(member: Member, code: string): Promise<string[]> {
  const { userId, sessionId, scope, email } = member;
  const factor = await findSecondFactor(database, userId);
  if (factor === null || factor.isConfirmed) throw nothingToConfirm();
  const now = clock.now();
  const { sealed } = factor;
  const step = findTimeStep(unseal(factor, sealContextOf(userId)), code.replaceAll(/\s/g, ""), now);
  if (step === null) throw invalidField("code", "doesn't match the code in your app now");
  const codes = newRecoveryCodes();
  const recoveryHashes = codes.map(hashRecoveryCode);
  const isConfirmed = await inTransaction(async (tx) => {
    if (!(await confirmSecret(tx, { userId, sealed, now, step, recoveryHashes }))) return false;
    await revokeOtherSessions(tx, userId, sessionId, now);
    await emailAccessChange(tx, scope.partnerId, { member: email, change: "authenticator_added" });
    return true;
  });
  if (!isConfirmed) throw nothingToConfirm();
  return codes;
}

function nothingToConfirm(): TillError {
  return new TillError("version_conflict", {
    message: "This setup was completed or restarted elsewhere. Reload the page.",
  });
}
