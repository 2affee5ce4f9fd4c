import { database } from "#lib/db/pool.ts";
import { findUserByEmail } from "#lib/domain/partners/users/repository.ts";

/** True when a user has this email. Only for emails to that address and for the operator: no page may reveal it. */
export async function hasAccount(email: string): Promise<boolean> {
  return (await findUserByEmail(database, email)) !== null;
}
