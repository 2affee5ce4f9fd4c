import { clock } from "#lib/core/clock.ts";
import { invalidField, TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { hashRecoveryCode, newRecoveryCodes } from "#lib/domain/partners/users/second-factor/recovery-codes.ts";
import { confirmSecret, findSecondFactor } from "#lib/domain/partners/users/second-factor/repository.ts";
import { secretPlace } from "#lib/domain/partners/users/second-factor/secret-place.ts";
import { stepOfCode } from "#lib/domain/partners/users/second-factor/totp.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { unseal } from "#lib/domain/payments/buyer-data/seal.ts";

/**
 * Makes a second factor count, from a code that shows that the app has its secret.
 * @returns the recovery codes, which can't be read again.
 * @throws TillError `params_validation` on `code`; `version_conflict` where there is nothing to confirm.
 */
export async function confirmSecondFactor({ userId }: Member, code: string): Promise<string[]> {
  const factor = await findSecondFactor(database, userId);
  if (factor === null || factor.isConfirmed) throw nothingToConfirm();
  const now = clock.now();
  const { sealed } = factor;
  const step = stepOfCode(unseal(factor, secretPlace(userId)), code.replaceAll(/\s/g, ""), now);
  if (step === null) throw invalidField("code", "is not what the app should show now");
  const codes = newRecoveryCodes();
  const recoveryHashes = codes.map(hashRecoveryCode);
  const isConfirmed = await inTransaction((tx) => confirmSecret(tx, { userId, sealed, now, step, recoveryHashes }));
  if (!isConfirmed) throw nothingToConfirm();
  return codes;
}

function nothingToConfirm(): TillError {
  return new TillError("version_conflict", { message: "This was confirmed or begun anew in the meantime." });
}
