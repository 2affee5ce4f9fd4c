import type { UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { isPassword } from "#lib/domain/partners/users/password.ts";
import { findUserByEmail } from "#lib/domain/partners/users/repository.ts";

/** Somebody who has shown that they know the password. */
export type Known = { userId: UserId; email: string; hasSecondFactor: boolean };

/** No password that we take is longer, however its characters are composed. */
const mostLetters = 1_024;

/**
 * Who fits an address and a password; null when they don't fit, after the same work whoever is asked for: one statement
 * and one hash.
 */
export async function checkPassword(email: string, password: string): Promise<Known | null> {
  const user = await findUserByEmail(database, email);
  const isRight = await isPassword(password.slice(0, mostLetters), user?.passwordHash ?? null);
  if (!isRight || user === null) return null;
  return { userId: user.id, email: user.email, hasSecondFactor: user.hasSecondFactor };
}
