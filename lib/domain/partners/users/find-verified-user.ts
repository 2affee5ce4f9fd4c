import type { UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { findUserByEmail } from "#lib/domain/partners/users/repository.ts";

/**
 * Finds the user to sign in with an email that an OAuth or OpenID provider verified. A user with a second factor can't
 * sign in this way: the provider counts as one factor and doesn't say whether it checked another.
 */
export async function findVerifiedUser(email: string): Promise<UserId | "unknown" | "second_factor"> {
  const user = await findUserByEmail(database, email);
  if (user === null) return "unknown";
  return user.hasSecondFactor ? "second_factor" : user.id;
}
