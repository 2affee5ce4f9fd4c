import { database } from "#lib/db/pool.ts";
import { findUserByEmail } from "#lib/domain/partners/users/repository.ts";

/** True when somebody signs in with the address. For messages to it and for the operator; no page may tell. */
export async function hasAccount(email: string): Promise<boolean> {
  return (await findUserByEmail(database, email)) !== null;
}
