import { invalidField } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { emailAccessChange } from "#lib/domain/partners/members/email-access-change.ts";
import { isPassword, wrongPassword } from "#lib/domain/partners/users/password.ts";
import { findUserById } from "#lib/domain/partners/users/repository.ts";
import { checkCode } from "#lib/domain/partners/users/second-factor/check-code.ts";
import { hashRecoveryCode, newRecoveryCodes } from "#lib/domain/partners/users/second-factor/recovery-codes.ts";
import { clearSecondFactor, writeRecoveryCodes } from "#lib/domain/partners/users/second-factor/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

export type Proof = { password: string; code: string };

/**
 * Disables the second factor, given the password and a code, and emails the member and the owners.
 * @throws TillError `params_validation` on either field.
 */
export async function endSecondFactor(member: Member, proof: Proof): Promise<void> {
  await requireProof(member, proof);
  const { userId, email, scope } = member;
  await inTransaction(async (tx) => {
    await clearSecondFactor(tx, userId);
    await emailAccessChange(tx, scope.partnerId, { member: email, change: "authenticator_removed" });
  });
}

/** Replaces all recovery codes, as {@link endSecondFactor}. @returns the new codes, which are shown once. */
export async function renewRecoveryCodes(member: Member, proof: Proof): Promise<string[]> {
  await requireProof(member, proof);
  const codes = newRecoveryCodes();
  const { userId, email, scope } = member;
  await inTransaction(async (tx) => {
    await writeRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
    await emailAccessChange(tx, scope.partnerId, { member: email, change: "recovery_codes_renewed" });
  });
  return codes;
}

async function requireProof({ userId }: Member, { password, code }: Proof): Promise<void> {
  const user = await findUserById(database, userId);
  if (!(await isPassword(password, user?.passwordHash ?? null))) throw invalidField("password", wrongPassword);
  if (!(await checkCode(userId, code))) throw invalidField("code", "is incorrect or was already used");
}
