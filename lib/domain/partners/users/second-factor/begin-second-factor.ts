import { invalidField, TillError } from "#lib/core/errors.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { wrongPassword } from "#lib/domain/partners/users/change-password.ts";
import { isPassword } from "#lib/domain/partners/users/password.ts";
import { findUserById } from "#lib/domain/partners/users/repository.ts";
import { writeSecret } from "#lib/domain/partners/users/second-factor/repository.ts";
import { secretPlace } from "#lib/domain/partners/users/second-factor/secret-place.ts";
import { newTotpSecret, totpAddress } from "#lib/domain/partners/users/second-factor/totp.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { seal } from "#lib/domain/payments/buyer-data/seal.ts";

/**
 * Makes a secret for an authenticator app, which counts once {@link confirmSecondFactor} has seen a code of it. Asks for
 * the password, so that a browser that was left open can't be used to lock its owner out.
 * @throws TillError `params_validation` on `password`; `version_conflict` where there is a second factor already.
 */
export async function beginSecondFactor(
  { userId, email }: Member,
  password: string,
): Promise<{ secret: string; address: string }> {
  const user = await findUserById(database, userId);
  if (!(await isPassword(password, user?.passwordHash ?? null))) throw invalidField("password", wrongPassword);
  const secret = newTotpSecret();
  const { sealed, keyId } = seal(secret, secretPlace(userId));
  const isWritten = await inTransaction((tx) => writeSecret(tx, userId, sealed, keyId));
  if (!isWritten) throw new TillError("version_conflict", { message: "There is a second factor already." });
  return { secret, address: totpAddress(secret, email) };
}
