import { invalidField, TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { isPassword, wrongPassword } from "#lib/domain/partners/users/password.ts";
import { findUserById } from "#lib/domain/partners/users/repository.ts";
import { writeSecret } from "#lib/domain/partners/users/second-factor/repository.ts";
import { newTotpSecret, sealContextOf, totpUri } from "#lib/domain/partners/users/second-factor/totp.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { seal } from "#lib/env/seal.ts";

/**
 * Creates a secret for an authenticator app. It takes effect once confirmSecondFactor has verified a code. The password
 * is required, so that an unattended browser can't be used to lock its owner out.
 * @returns the secret, and as `address` its `otpauth://` URI.
 * @throws TillError `params_validation` on `password`; `version_conflict` when a second factor is already enabled.
 */
export async function beginSecondFactor(
  { userId, email }: Member,
  password: string,
): Promise<{ secret: string; address: string }> {
  const user = await findUserById(database, userId);
  if (!(await isPassword(password, user?.passwordHash ?? null))) throw invalidField("password", wrongPassword);
  const secret = newTotpSecret();
  const { sealed, keyId } = seal(secret, sealContextOf(userId));
  const isWritten = await inTransaction((tx) => writeSecret(tx, userId, sealed, keyId));
  if (!isWritten) throw new TillError("version_conflict", { message: "Two-factor authentication is already enabled." });
  return { secret, address: totpUri(secret, email) };
}
