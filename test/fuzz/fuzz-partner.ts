import { newId } from "#lib/core/ids.ts";
import { type Role, roles } from "#lib/core/roles.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { createIds, createSettledPartner } from "#test/api/create-ids.ts";
import type { Random } from "#test/fault/random.ts";
import type { TestPartner } from "#test/stack/partner.ts";
import { signIn } from "#test/stack/sign-in.ts";
import { makeEndpoint } from "#test/webhooks/webhook-rig.ts";
import { createKnownIds, type KnownIds } from "./known-ids.ts";

/** A partner with one of everything that requests can name, and with signed-in members. */
export type FuzzPartner = {
  partner: TestPartner;
  restrictedKey: string;
  revokedKey: string;
  ids: KnownIds;
  /** Cookie headers of members, one of each role and more of the owner's; a session that ends is removed. */
  cookies: string[];
};

const password = "a long enough password";
const rolesOfMembers: readonly Role[] = [...roles, "owner", "owner"];

const insertUser = statement({
  name: "fuzz-user",
  text: `INSERT INTO "user" (id, partner_id, email, password_hash, role) VALUES ($1, $2, $3, $4, $5)`,
});

/** Creates the partner in the database of this process, and signs its members in at `baseUrl`. */
export async function createFuzzPartner(baseUrl: string, random: Random): Promise<FuzzPartner> {
  const partner = await createSettledPartner();
  const ids = createKnownIds(random);
  for (const operationId of ["payOutHeldMoney", "cancelRefund"]) {
    const { refundToken, ...others } = await createIds(partner, operationId);
    ids.learn(`${Object.values(others).join(" ")} /refund/${refundToken}`);
  }
  ids.learn((await makeEndpoint(partner, { url: "http://127.0.0.1:1/" })).id);
  const { secret: restrictedKey } = await createApiKey(partner.partnerId, "restricted", ["payments:read"]);
  const { id, secret: revokedKey } = await createApiKey(partner.partnerId, "revoked", ["payments:read"]);
  await database.rows(statement({ name: "fuzz-revoke", text: "UPDATE api_key SET revoked_at = now() WHERE id = $1" }), [
    id,
  ]);
  const hash = await hashPassword(password);
  const cookies: string[] = [];
  for (const role of rolesOfMembers) {
    const userId = newId("usr", new Date());
    const email = `${userId.toLowerCase()}@fuzz.example`;
    await database.rows(insertUser, [userId, partner.partnerId, email, hash, role]);
    cookies.push(await signIn(baseUrl, email, password));
  }
  return { partner, restrictedKey, revokedKey, ids, cookies };
}
