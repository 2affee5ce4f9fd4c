import { newId, type PartnerId } from "#lib/core/ids.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { withConnection } from "#scripts/postgres/connection.ts";

const password = "a long enough password";

/** Inserts an owner of a partner and signs in like the sign-in page; returns the cookie header. */
export async function signInMember(baseUrl: string, databaseUrl: string, partnerId: PartnerId): Promise<string> {
  const id = newId("usr", new Date());
  const email = `${id.toLowerCase()}@bench.example`;
  const values = [id, partnerId, email, await hashPassword(password)];
  const insert = `INSERT INTO "user" (id, partner_id, email, password_hash, role) VALUES ($1, $2, $3, $4, 'owner')`;
  await withConnection(databaseUrl, (connection) => connection.query(insert, values));
  const asked = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const answer = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookiesOf(asked) },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
    redirect: "manual",
  });
  return cookiesOf(answer);
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1).join())
    .join("; ");
}
