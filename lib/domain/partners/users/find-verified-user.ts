import type { UserId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { findUserByEmail } from "#lib/domain/partners/users/repository.ts";

/**
 * Who signs in by an address that another provider has verified. A user with a second factor does not: another place's
 * word is one factor, and which others it asked for it does not say.
 */
export async function findVerifiedUser(email: string): Promise<UserId | "unknown" | "second_factor"> {
  const user = await findUserByEmail(database, email);
  if (user === null) return "unknown";
  return user.hasSecondFactor ? "second_factor" : user.id;
}
