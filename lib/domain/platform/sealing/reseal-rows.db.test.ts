import { afterAll, beforeAll, expect, test } from "vitest";
import { database as connections } from "#lib/db/pool.ts";
import { findSecondFactor } from "#lib/domain/partners/users/second-factor/repository.ts";
import { resealSecondFactors } from "#lib/domain/partners/users/second-factor/reseal-second-factors.ts";
import { sealContextOf } from "#lib/domain/partners/users/second-factor/totp.ts";
import { findSecrets } from "#lib/domain/webhooks/repository.ts";
import { resealWebhookSecrets } from "#lib/domain/webhooks/reseal-webhook-secrets.ts";
import { placeOf } from "#lib/domain/webhooks/secret.ts";
import { seal, unseal } from "#lib/env/seal.ts";
import { runChecks } from "#scripts/doctor/run-checks.ts";
import { serviceChecks } from "#scripts/doctor/service-checks.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser } from "#test/domain/create-user.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";
import { makeEndpoint } from "#test/webhooks/webhook-rig.ts";

const current = Buffer.alloc(32, 1);
const old = Buffer.alloc(32, 2);
const former = { current: old, old: [] };
const present = { current, old: [] };
let database: ServiceDatabase;
let partner: TestPartner;

beforeAll(async () => {
  database = await startDatabase({
    DATA_ENCRYPTION_KEY: current.toString("hex"),
    DATA_ENCRYPTION_OLD_KEYS: old.toString("hex"),
  });
  partner = await createPartner();
});
afterAll(() => database.stop());

/** Creates an endpoint whose secret another key has sealed. */
async function makeOldEndpoint() {
  const { id, secret } = await makeEndpoint(partner, { url: "https://shop.example/hooks" });
  const { keyId, sealed } = seal(secret, placeOf(id), former);
  await database.query("UPDATE webhook_endpoint SET secret = $2, secret_key_id = $3 WHERE id = $1", [
    id,
    sealed,
    keyId,
  ]);
  return { id, secret };
}

async function keyFindings(): Promise<string[]> {
  const found = await runChecks(serviceChecks.filter(({ name }) => name === "keys"));
  return found.filter(({ text }) => text.includes("key")).map(({ result, text }) => `${result}: ${text}`);
}

test("webhook secrets and second factors are sealed with the present key, so that the old one can be removed", async () => {
  const endpoints = await Promise.all([makeOldEndpoint(), makeOldEndpoint()]);
  const broken = await makeOldEndpoint();
  await database.query("UPDATE webhook_endpoint SET secret = '\\x00' WHERE id = $1", [broken.id]);
  const { userId } = await createUser(partner.partnerId, "owner");
  const { keyId, sealed } = seal("GEZDGNBVGY3TQOJQ", sealContextOf(userId), former);
  await database.query(`UPDATE "user" SET totp_sealed = $2, totp_key_id = $3 WHERE id = $1`, [userId, sealed, keyId]);
  expect(await keyFindings()).toContain(
    `ok: the old key ${keyId} is still needed for 1 second factors, 3 webhook secrets`,
  );
  for (let run = 0; run < 2; run += 1) {
    await resealWebhookSecrets();
    await resealSecondFactors();
  }
  for (const { id, secret } of endpoints) {
    const found = await findSecrets(connections, id);
    expect(unseal({ keyId: found?.secretKeyId ?? "", sealed: found?.secret ?? sealed }, placeOf(id), present)).toBe(
      secret,
    );
  }
  const factor = await findSecondFactor(connections, userId);
  expect(unseal(factor ?? { keyId, sealed }, sealContextOf(userId), present)).toBe("GEZDGNBVGY3TQOJQ");
  await database.query("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [broken.id]);
  expect(await keyFindings()).toContain(`ok: nothing stored is encrypted with the old key ${keyId}`);
});
