import { newId, type PartnerId } from "#lib/core/ids.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { signIn } from "#test/stack/sign-in.ts";

const password = "a long enough password";

/** Inserts an owner of a partner and signs in like the sign-in page; returns the cookie header. */
export async function signInMember(baseUrl: string, databaseUrl: string, partnerId: PartnerId): Promise<string> {
  const id = newId("usr", new Date());
  const email = `${id.toLowerCase()}@bench.example`;
  const values = [id, partnerId, email, await hashPassword(password)];
  const insert = `INSERT INTO "user" (id, partner_id, email, password_hash, role) VALUES ($1, $2, $3, $4, 'owner')`;
  await withConnection(databaseUrl, (connection) => connection.query(insert, values));
  return signIn(baseUrl, email, password);
}
