import { invalidField } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { isPassword, wrongPassword } from "#lib/domain/partners/users/password.ts";
import { findUserById } from "#lib/domain/partners/users/repository.ts";
import { checkCode } from "#lib/domain/partners/users/second-factor/check-code.ts";
import { hashRecoveryCode, newRecoveryCodes } from "#lib/domain/partners/users/second-factor/recovery-codes.ts";
import { clearSecondFactor, writeRecoveryCodes } from "#lib/domain/partners/users/second-factor/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";

export type Proof = { password: string; code: string };

/** Disables the second factor, given the password and a code. @throws TillError `params_validation` on either field. */
export async function endSecondFactor(member: Member, proof: Proof): Promise<void> {
  await requireProof(member, proof);
  await inTransaction((tx) => clearSecondFactor(tx, member.userId));
}

/** Replaces all recovery codes, as {@link endSecondFactor}. @returns the new codes, which are shown once. */
export async function renewRecoveryCodes(member: Member, proof: Proof): Promise<string[]> {
  await requireProof(member, proof);
  const codes = newRecoveryCodes();
  await inTransaction((tx) => writeRecoveryCodes(tx, member.userId, codes.map(hashRecoveryCode)));
  return codes;
}

async function requireProof({ userId }: Member, { password, code }: Proof): Promise<void> {
  const user = await findUserById(database, userId);
  if (!(await isPassword(password, user?.passwordHash ?? null))) throw invalidField("password", wrongPassword);
  if (!(await checkCode(userId, code))) throw invalidField("code", "is incorrect or was already used");
}
