import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import { newKey } from "#test/dashboard/new-key.ts";
import { createPlace, createTestPlaceOf, type Place } from "#test/dashboard/place.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { makeEndpoint } from "#test/webhooks/webhook-rig.ts";

const url = "https://shop.example/hooks";

let service: ServiceDatabase;
let live: Place;
let trial: Place;

beforeAll(async () => {
  service = await startDatabase();
});
beforeEach(async () => {
  live = await createPlace();
  trial = await createTestPlaceOf(live);
});
afterAll(() => service.stop());

/** Acts as the owner on a page of test mode. */
const act = (name: string, input: object) => callProcedure("mutation", name, trial.members.owner, input);
const copyMerchant = (merchantId: string = trial.merchantId) =>
  act("goLive.copyMerchant", { merchantId }) as Promise<{ merchantId: string }>;
const copyEndpoint = (endpointId: string, key = newKey()) =>
  act("goLive.copyEndpoint", { endpointId, key }) as Promise<{ endpointId: string; secret: string | null }>;
const merchantsOf = ({ partnerId }: Place) =>
  service.query<Record<string, unknown>>("SELECT * FROM merchant WHERE partner_id = $1 ORDER BY created_at, id", [
    partnerId,
  ]);
const endpointsOf = ({ partnerId }: Place) =>
  service.query<Record<string, unknown>>("SELECT * FROM webhook_endpoint WHERE partner_id = $1", [partnerId]);

describe("a merchant's copy", () => {
  test("has the profile and the settings, and neither destinations nor payments", async () => {
    await service.query(
      `UPDATE merchant SET name = 'Café Lumen', email = 'hi@lumen.example', only_settleable_tokens = true,
        sends_receipts = true, support_contact = 'help@lumen.example', brand_color = '#0b6b4f', status = 'suspended'
       WHERE id = $1`,
      [trial.merchantId],
    );
    const { merchantId } = await copyMerchant();
    const [original] = await merchantsOf(trial);
    const copy = (await merchantsOf(live)).find(({ id }) => id === merchantId);
    const own = { id: merchantId, partner_id: live.partnerId };
    const times = { created_at: expect.any(Date), updated_at: expect.any(Date) };
    expect(copy).toEqual({ ...original, ...own, ...times });
    const tables = ["settlement_destination", "payment"];
    for (const table of tables) {
      expect(await service.query(`SELECT id FROM ${table} WHERE merchant_id = $1`, [merchantId])).toEqual([]);
    }
  });

  test("shows the logo that was stored for test mode", async () => {
    const hash = createHash("sha256").update("x").digest("hex");
    await service.query(
      `INSERT INTO logo (sha256, media_type, bytes, width, height, created_at) VALUES ($1, 'image/png', 'x', 500, 500, now())`,
      [hash],
    );
    await service.query("UPDATE merchant SET icon_url = $2, logo_hash = $3 WHERE id = $1", [
      trial.merchantId,
      "https://lumen.example/logo.png",
      hash,
    ]);
    const { merchantId } = await copyMerchant();
    const copy = (await merchantsOf(live)).find(({ id }) => id === merchantId);
    expect(copy).toMatchObject({ icon_url: "https://lumen.example/logo.png", logo_hash: hash });
  });

  test("is made once, also at once, and after it was renamed or deleted", async () => {
    const [first, second] = await Promise.all([copyMerchant(), copyMerchant()]);
    expect(second).toEqual(first);
    await service.query("UPDATE merchant SET name = 'Another' WHERE id = $1", [first.merchantId]);
    expect(await copyMerchant()).toEqual(first);
    await service.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [first.merchantId]);
    expect(await copyMerchant()).toEqual(first);
    expect(await merchantsOf(live)).toHaveLength(2);
    const { merchants } = await callQuery("goLive.merchants", trial.members.owner, {});
    expect(merchants).toMatchObject([{ id: trial.merchantId, copy: { id: first.merchantId, isDeleted: true } }]);
  });

  test("is in the audit log of the live account, and its endpoints hear of it once", async () => {
    await makeEndpoint(live, { url });
    const { merchantId } = await copyMerchant();
    await copyMerchant();
    const entries = await service.query("SELECT action, partner_id, actor_id FROM audit_entry WHERE subject_id = $1", [
      merchantId,
    ]);
    const by = { partner_id: live.partnerId, actor_id: trial.members.owner.userId };
    expect(entries).toEqual([{ action: "merchant.created", ...by }]);
    const events = await service.query("SELECT type, partner_id FROM event WHERE merchant_id = $1", [merchantId]);
    expect(events).toEqual([{ type: "merchant.created", partner_id: live.partnerId }]);
  });

  test("isn't made of a live merchant, a deleted one or another company's", async () => {
    const stranger = await createTestPlaceOf(await createPlace());
    await service.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [trial.merchantId]);
    for (const id of [live.merchantId, trial.merchantId, stranger.merchantId, "mrch_1"]) {
      await expect(copyMerchant(id)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await merchantsOf(live)).toHaveLength(1);
  });
});

describe("an endpoint's copy", () => {
  test("has the URL and the events, and a secret of its own that only the first answer shows", async () => {
    const settings = { url, description: "Orders", eventTypes: ["payment.succeeded" as const] };
    const { id, secret } = await makeEndpoint(trial, settings);
    const key = newKey();
    const made = await copyEndpoint(id, key);
    expect(made.secret).toMatch(/^whsec_/);
    expect(made.secret).not.toBe(secret);
    expect(await copyEndpoint(id, key)).toEqual(made);
    expect(await copyEndpoint(id)).toEqual({ endpointId: made.endpointId, secret: null });
    const expected = { id: made.endpointId, url, description: "Orders", event_types: ["payment.succeeded"] };
    expect(await endpointsOf(live)).toMatchObject([{ ...expected, merchant_ids: [], state: "enabled" }]);
  });

  test("is made once, also at once, and after its URL was changed", async () => {
    const { id } = await makeEndpoint(trial, { url });
    const both = await Promise.all([copyEndpoint(id), copyEndpoint(id)]);
    expect(both.filter(({ secret }) => secret !== null)).toHaveLength(1);
    await service.query("UPDATE webhook_endpoint SET url = 'https://production.example' WHERE partner_id = $1", [
      live.partnerId,
    ]);
    await copyEndpoint(id);
    expect(await endpointsOf(live)).toHaveLength(1);
  });

  test("isn't made if live mode has the URL already", async () => {
    await makeEndpoint(live, { url });
    const { id } = await makeEndpoint(trial, { url });
    await expect(copyEndpoint(id)).rejects.toMatchObject({ code: "invalid_state" });
    const { endpoints } = await callQuery("goLive.endpoints", trial.members.owner, {});
    expect(endpoints).toMatchObject([{ id, copy: null, isUrlTaken: true }]);
  });

  test("names the copies of the merchants that it is for, and is refused without them", async () => {
    const { id } = await makeEndpoint(trial, { url, merchantIds: [trial.merchantId] });
    const refused = { code: "invalid_state", message: expect.stringContaining("Test shop") };
    await expect(copyEndpoint(id)).rejects.toMatchObject(refused);
    const { merchantId } = await copyMerchant();
    await copyEndpoint(id);
    expect(await endpointsOf(live)).toMatchObject([{ merchant_ids: [merchantId] }]);
  });
});

describe("the steps of the live account", () => {
  const progress = (member = trial.members.owner) => callQuery("goLive.progress", member, {});

  test("count nothing of test mode", async () => {
    await makeEndpoint(trial, { url });
    await service.query("UPDATE api_key SET revoked_at = now() WHERE partner_id = $1", [live.partnerId]);
    expect(await progress()).toMatchObject({
      merchantId: live.merchantId,
      hasDestination: false,
      hasEndpoint: false,
      hasKey: false,
    });
    await makeEndpoint(live, { url });
    expect(await progress()).toMatchObject({ hasEndpoint: true });
  });

  test("count the members who sign in with only a password", async () => {
    const password = (role: "owner" | "viewer") =>
      service.query(`UPDATE "user" SET password_hash = 'x' WHERE id = $1`, [live.members[role].userId]);
    expect(await progress()).toMatchObject({ unprotectedMembers: 0 });
    await password("owner");
    await password("viewer");
    await service.query(
      `INSERT INTO passkey (id, user_id, partner_id, credential_id, public_key, transports, sign_count, is_synced, name, created_at)
      SELECT 'psk_01J00000000000000000000000', id, partner_id, 'x', 'y', '{}', 0, false, 'Key', now() FROM "user" WHERE id = $1`,
      [live.members.viewer.userId],
    );
    expect(await progress()).toMatchObject({ unprotectedMembers: 1, isSecondFactorRequired: false });
  });

  test("list nothing for a company that never used test mode", async () => {
    const { owner } = (await createPlace()).members;
    expect(await callQuery("goLive.merchants", owner, {})).toEqual({ merchants: [], next: null });
    expect(await callQuery("goLive.endpoints", owner, {})).toEqual({ endpoints: [] });
  });
});
