import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { MerchantIcon } from "#lib/domain/merchants/merchant.ts";
import { getMerchantBranding } from "#lib/domain/merchants/repository.ts";
import { type MerchantChanges, updateMerchant } from "#lib/domain/merchants/update-merchant.ts";
import { type Api, issueFields, startApi } from "#test/api/start-api.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let api: Api;
let partner: TestPartner;
let restoreClock = () => {};

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  partner = await createPartner();
});
afterEach(() => restoreClock());
afterAll(() => api.stop());

const patch = (body: unknown, id: string = partner.merchantId, as = partner) =>
  api.as(as)("PATCH", `/v1/merchants/${id}`, body);
const fetched = async () => (await api.as(partner)("GET", `/v1/merchants/${partner.merchantId}`)).body;
const newPayment = { referenceId: "ORDER-1", amount: { unit: "iso4217/USD", value: "1000" } };
const setIcon = () =>
  api.query("UPDATE merchant SET icon_url = 'https://logo.example/1.png' WHERE id = $1", [partner.merchantId]);

describe("an update", () => {
  test("of the name changes only the name and the update time", async () => {
    await setIcon();
    const { settlements, ...before } = await fetched();
    const now = new Date(Date.now() + 60_000);
    restoreClock = useClock({ now: () => now });
    const answer = await patch({ merchantName: " New name " });
    const updatedAt = now.toISOString();
    const merchant = { ...(before.merchant as object), name: "New name", updatedAt };
    const after = { ...before, merchantName: "New name", updatedAt, merchant };
    expect([answer.status, answer.body]).toEqual([200, after]);
    expect(await fetched()).toEqual({ ...after, settlements });
  });

  test("of the address keeps the name", async () => {
    const { body } = await patch({ merchantEmail: "new@shop.example" });
    expect(body).toMatchObject({ merchantName: "Test shop", merchantEmail: "new@shop.example" });
  });

  test("with an iconUrl of null takes the logo away", async () => {
    await setIcon();
    expect((await patch({ merchantEmail: "new@shop.example" })).body.iconUrl).toBe("https://logo.example/1.png");
    expect((await patch({ iconUrl: null })).body.iconUrl).toBeNull();
    expect((await fetched()).iconUrl).toBeNull();
  });

  test("sets and removes the support contact and the brand color, which the checkout shows", async () => {
    const contact = { supportContact: "https://shop.example/help", brandColor: "#FFD400" };
    const stored = { ...contact, brandColor: "#ffd400" };
    expect((await patch(contact)).body).toMatchObject({ ...stored, merchant: stored });
    expect((await patch({ merchantName: "Renamed" })).body).toMatchObject(stored);
    expect(await getMerchantBranding(database, partner.merchantId)).toMatchObject(stored);
    expect((await patch({ supportContact: "help@shop.example" })).body.supportContact).toBe("help@shop.example");
    expect((await patch({ supportContact: null, brandColor: null })).body).toMatchObject({
      supportContact: null,
      brandColor: null,
    });
  });

  test.for([
    ["supportContact", "javascript:alert(1)"],
    ["supportContact", "http://shop.example"],
    ["supportContact", ""],
    ["brandColor", "#fff"],
    ["brandColor", "red"],
    ["brandColor", "#ffffff}*{display:none"],
  ] as const)("refuses %s: %j", async ([field, value]) => {
    const answer = await patch({ [field]: value });
    expect([answer.status, issueFields(answer)]).toEqual([400, [field]]);
    expect(await getMerchantBranding(database, partner.merchantId)).toMatchObject({ [field]: null });
  });

  test("may be repeated under any Idempotency-Key and always returns the current state", async () => {
    const key = { "idempotency-key": "same" };
    const path = `/v1/merchants/${partner.merchantId}`;
    const answers = [
      await api.as(partner)("PATCH", path, { merchantName: "A" }, key),
      await api.as(partner)("PATCH", path, { merchantName: "B" }, key),
      await api.as(partner)("PATCH", path, { merchantName: "A" }, key),
    ];
    expect(answers.map(({ status, body }) => [status, body.merchantName])).toEqual([
      [200, "A"],
      [200, "B"],
      [200, "A"],
    ]);
    expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, null, null]);
  });

  test("concurrent with another, of another field, keeps both", async () => {
    await Promise.all([patch({ merchantName: "A" }), patch({ merchantEmail: "b@shop.example" })]);
    expect(await fetched()).toMatchObject({ merchantName: "A", merchantEmail: "b@shop.example" });
  });

  test("turns receipts by email on and off, which the checkout offers", async () => {
    expect((await fetched()).sendsReceipts).toBe(false);
    const { body } = await patch({ sendsReceipts: true });
    expect(body).toMatchObject({ sendsReceipts: true, merchant: { sendsReceipts: true } });
    expect(await getMerchantBranding(database, partner.merchantId)).toMatchObject({ sendsReceipts: true });
    expect((await patch({ merchantName: "Renamed" })).body.sendsReceipts).toBe(true);
    expect((await patch({ sendsReceipts: false })).body.sendsReceipts).toBe(false);
  });

  test("of the status stops new payments and accepts them again, and the audit log names the key", async () => {
    const create = async () => (await api.as(partner)("POST", "/v1/payments", newPayment)).status;
    expect((await patch({ status: "suspended" })).body).toMatchObject({
      status: "suspended",
      merchant: { status: "suspended" },
    });
    expect(await create()).toBe(403);
    expect((await patch({ status: "active", merchantName: "Open again" })).body).toMatchObject({
      status: "active",
      merchantName: "Open again",
    });
    expect(await create()).toBe(201);
    const events = await api.query<{ type: string; status: string }>(
      "SELECT type, data->>'status' AS status FROM event WHERE merchant_id = $1",
      [partner.merchantId],
    );
    expect(events.filter(({ type }) => type === "merchant.updated").map(({ status }) => status)).toEqual([
      "suspended",
      "active",
    ]);
    const audit = "SELECT actor_kind, before->>'status' AS before, after->>'status' AS after FROM audit_entry";
    expect(
      await api.query(`${audit} WHERE subject_id = $1 AND after ? 'status' AND before ? 'status' ORDER BY id`, [
        partner.merchantId,
      ]),
    ).toEqual([
      { actor_kind: "api_key", before: "active", after: "suspended" },
      { actor_kind: "api_key", before: "suspended", after: "active" },
    ]);
  });

  test("works on a suspended merchant, which stays suspended", async () => {
    await api.query("UPDATE merchant SET status = 'suspended' WHERE id = $1", [partner.merchantId]);
    expect((await patch({ merchantName: "A" })).body).toMatchObject({ merchantName: "A", status: "suspended" });
  });
});

describe("a logo", () => {
  const logoOf = (text: string): MerchantIcon => ({
    url: `https://logo.example/${text}.png`,
    logo: { mediaType: "image/png", bytes: Buffer.from(text), width: 500, height: 500 },
  });
  const update = (changes: MerchantChanges) =>
    inTransaction((tx) =>
      updateMerchant(tx, { partnerId: partner.partnerId, merchantId: null }, partner.merchantId, changes),
    );
  const shown = () => getMerchantBranding(database, partner.merchantId);

  test("is shown to buyers as our copy, replaced by the next one and removed by null", async () => {
    expect((await update({ icon: logoOf("first") })).iconUrl).toBe("https://logo.example/first.png");
    const first = (await shown()).logoHash;
    await update({ icon: logoOf("second"), name: "New name" });
    const second = await shown();
    expect(second).toMatchObject({ name: "New name", logoHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(second.logoHash).not.toBe(first);
    expect((await patch({ merchantName: "A" })).body.iconUrl).toBe("https://logo.example/second.png");
    expect((await shown()).logoHash).toBe(second.logoHash);
    await patch({ iconUrl: null });
    expect((await shown()).logoHash).toBeNull();
  });

  test("that is set already is not fetched again, and keeps our copy", async () => {
    await update({ icon: logoOf("first") });
    const before = await shown();
    // The host of the URL doesn't exist.
    const answer = await patch({ iconUrl: "https://logo.example/first.png", merchantName: "Renamed" });
    expect([answer.status, answer.body.merchantName]).toEqual([200, "Renamed"]);
    expect((await shown()).logoHash).toBe(before.logoHash);
  });

  test("at an address inside our network is refused before anything else is changed", async () => {
    const before = await fetched();
    const answer = await patch({ merchantName: "A", iconUrl: "https://127.0.0.1/logo.png" });
    expect([answer.status, issueFields(answer)]).toEqual([400, ["iconUrl"]]);
    expect(await fetched()).toEqual(before);
  });

  test("isn't fetched for an unknown merchant", async () => {
    const other = await createPartner();
    const answer = await patch({ iconUrl: "https://127.0.0.1/logo.png" }, other.merchantId);
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
  });
});

describe("the API refuses an update", () => {
  test.for<[string, unknown, string[]]>([
    ["of nothing", {}, [""]],
    ["without a body", undefined, [""]],
    ["that isn't an object", [], [""]],
    ["of the status to one that is no partner's to set", { status: "inactive" }, ["status"]],
    ["with no answer about receipts", { sendsReceipts: null }, ["sendsReceipts"]],
    ["of the id along with a name", { merchantName: "A", id: "mrch_1" }, ["id"]],
    ["of the owner", { merchantName: "A", partnerId: "prt_1" }, ["partnerId"]],
    ["with an empty name", { merchantName: "  " }, ["merchantName"]],
    ["with no name", { merchantName: null }, ["merchantName"]],
    ["with a name of 257 characters", { merchantName: "x".repeat(257) }, ["merchantName"]],
    ["with a NUL in the name", { merchantName: "a\0b" }, ["merchantName"]],
    ["with no address", { merchantEmail: null }, ["merchantEmail"]],
    ["with something else than an address", { merchantEmail: "shop" }, ["merchantEmail"]],
    ["with an icon over HTTP", { iconUrl: "http://logo.example/1.png" }, ["iconUrl"]],
    ["with an icon that is no address", { iconUrl: "" }, ["iconUrl"]],
    ["with a NUL in the icon's address", { iconUrl: "https://logo.example/\0" }, ["iconUrl"]],
    ["with two things wrong", { merchantName: "", merchantEmail: "" }, ["merchantName", "merchantEmail"]],
  ])("%s", async ([, body, fields]) => {
    const before = await fetched();
    const answer = await patch(body);
    expect([answer.status, answer.body.code, issueFields(answer)]).toEqual([400, "params_validation", fields]);
    expect(await fetched()).toEqual(before);
  });

  test("with a prototype in the body", async () => {
    const answer = await patch('{"merchantName":"A","__proto__":{"status":"active"}}');
    expect([answer.status, issueFields(answer)]).toEqual([400, ["__proto__"]]);
  });

  test("of an unknown, deleted or another partner's merchant, with the same response", async () => {
    const stranger = await createPartner();
    await api.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [stranger.merchantId]);
    const other = await createPartner();
    const answers = await Promise.all([
      patch({ merchantName: "A" }, newId("mrch", new Date())),
      patch({ merchantName: "A" }, "nonsense"),
      patch({ merchantName: "A" }, "mrch_%00"),
      patch({ merchantName: "A" }, stranger.merchantId, stranger),
      patch({ merchantName: "A" }, other.merchantId),
    ]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['404 {"code":"not_found","message":"Not found. Check the path and its ids."}']),
    );
    const [row] = await api.query("SELECT name FROM merchant WHERE id = $1", [other.merchantId]);
    expect(row).toEqual({ name: "Test shop" });
  });

  test("by a key that may only read merchants", async () => {
    const reader = await createPartner({ permissions: ["merchants:read"] });
    const { status, body } = await patch({ merchantName: "A" }, reader.merchantId, reader);
    expect([status, body.code]).toEqual([403, "forbidden"]);
  });
});
