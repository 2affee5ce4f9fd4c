import type { UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { isPassword } from "#lib/domain/partners/users/password.ts";
import { findUserByEmail } from "#lib/domain/partners/users/repository.ts";

/** A user whose password was verified. With `hasSecondFactor`, a code is still required to sign in. */
export type VerifiedUser = { userId: UserId; email: string; passwordHash: string; hasSecondFactor: boolean };

/** In UTF-16 units. No accepted password is longer, whatever its normalisation form. */
const maxLength = 1_024;

/**
 * Checks an email and password. A wrong password and an unknown email cost the same: one statement and one hash.
 * @returns null when they don't match.
 */
export async function checkPassword(email: string, password: string): Promise<VerifiedUser | null> {
  const user = await findUserByEmail(database, email);
  const passwordHash = user?.passwordHash ?? null;
  const isRight = await isPassword(password.slice(0, maxLength), passwordHash);
  if (!isRight || user === null || passwordHash === null) return null;
  return { userId: user.id, email: user.email, passwordHash, hasSecondFactor: user.hasSecondFactor };
}

/**
 * Finds the user to sign in with an email that an OAuth or OpenID provider verified. A user with a second factor can't
 * sign in this way: the provider counts as one factor and doesn't say whether it checked another.
 */
export async function findVerifiedUser(email: string): Promise<UserId | "unknown" | "second_factor"> {
  const user = await findUserByEmail(database, email);
  if (user === null) return "unknown";
  return user.hasSecondFactor ? "second_factor" : user.id;
}
