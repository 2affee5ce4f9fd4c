import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actAs } from "#lib/core/actor.ts";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import { renamePartner } from "#lib/domain/partners/rename-partner.ts";
import { acme } from "#test/buyer-data/samples.ts";
import { newKey } from "#test/dashboard/new-key.ts";
import { createPlace, createTestPlaceOf, type Place } from "#test/dashboard/place.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";

let database: ServiceDatabase;
let place: Place;

beforeAll(async () => {
  database = await startDatabase();
});
beforeEach(async () => {
  place = await createPlace();
});
afterAll(() => database.stop());

const act = (name: string, input: unknown) => callProcedure("mutation", name, place.members.owner, input);
const askPartner = () => callQuery("settings.partner", place.members.viewer, {});
const askPolicy = () => callQuery("settings.dataCollection", place.members.viewer, {});

test("the example of the fees is exact", async () => {
  const { fees } = await askPartner();
  const usd = (value: string) => ({ value, decimals: 2, symbol: "USD" });
  expect(fees).toEqual({
    fixed: usd("10"),
    percentage: "0.4",
    example: { price: usd("10000"), fee: usd("50"), kept: usd("9950") },
  });
});

test("a name is trimmed and required", async () => {
  await act("settings.rename", { name: "  Börse & Söhne " });
  expect((await askPartner()).name).toBe("Börse & Söhne");
  for (const name of ["", "  ", "x".repeat(101), "a\u0000b"]) {
    await expect(act("settings.rename", { name })).rejects.toMatchObject({ issues: [{ field: "name" }] });
  }
});

test("the company's new name is that of both modes, wherever it was changed", async () => {
  const { members, partnerId } = await createTestPlaceOf(place);
  const names = () =>
    database.query("SELECT name FROM partner WHERE id = ANY($1)", [[place.partnerId, partnerId]]) as Promise<object[]>;
  await callProcedure("mutation", "settings.rename", members.owner, { name: "Lumen" });
  expect(await names()).toEqual([{ name: "Lumen" }, { name: "Lumen" }]);
  await act("settings.rename", { name: "Café Lumen" });
  expect(await names()).toEqual([{ name: "Café Lumen" }, { name: "Café Lumen" }]);
});

describe("the buyer details policy", () => {
  const set = (policy: object) => act("settings.setDataCollection", policy);

  test.for([
    ["USD", "1000", "1000.00"],
    ["USD", " 0.01 ", "0.01"],
    ["EUR", "99999999999999999999.5", "99999999999999999999.50"],
  ])("is set from %s %s on", async ([currency, amount, kept]) => {
    await set({ kind: "from", currency, amount, provider: acme });
    expect(await askPolicy()).toEqual({ kind: "from", currency, amount: kept, provider: acme });
  });

  test.for(["0", "-1", "1.005", "1,000", "1e3", "", "ten"])("rejects the minimum amount %j", async (amount) => {
    const setting = set({ kind: "from", currency: "USD", amount, provider: acme });
    await expect(setting).rejects.toMatchObject({ issues: [{ field: expect.stringMatching(/^(amount|value)$/) }] });
    expect(await askPolicy()).toEqual({ kind: "off" });
  });

  test("names the invalid field", async () => {
    const wrong = { ...acme, termsUrl: "http://acme.example" };
    await expect(set({ kind: "always", provider: wrong })).rejects.toMatchObject({
      issues: [{ field: "provider.termsUrl" }],
    });
    for (const currency of ["XXQ", "JPY"]) {
      const setting = set({ kind: "from", currency, amount: "1", provider: acme });
      await expect(setting).rejects.toMatchObject({ issues: [{ field: "currency" }] });
    }
  });

  test("is turned on for all payments, and off", async () => {
    await set({ kind: "always", provider: acme });
    expect(await askPolicy()).toEqual({ kind: "always", provider: acme });
    await set({ kind: "off" });
    expect(await askPolicy()).toEqual({ kind: "off" });
  });
});

describe("the audit log", () => {
  const list = (input: object = {}) => callQuery("settings.audit", place.members.admin, input);

  test("records actor, action, subject, and values before and after", async () => {
    await act("settings.rename", { name: "One" });
    const { scope } = place.members.owner;
    await actAs({ kind: "operator", id: null, name: "npm run partner" }, () => renamePartner(scope, "Two"));
    const { entries } = await list({ subjectType: "partner", limit: 2 });
    const { owner } = place.members;
    expect(entries).toMatchObject([
      {
        actorKind: "operator",
        actorId: null,
        action: "partner.updated",
        before: { name: "One" },
        after: { name: "Two" },
      },
      { actorKind: "user", actorId: owner.userId, actorName: owner.email, before: { name: "Test partner" } },
    ]);
  });

  test("filters by actor, kind of subject, and subject", async () => {
    await act("developers.createApp", { key: newKey(), name: "Wallet" });
    const { userId } = place.members.owner;
    const actions = async (input: object) => (await list(input)).entries.map(({ action }) => action);
    expect(await actions({ actorKind: "user", actorId: userId })).toEqual(["app.created"]);
    expect(await actions({ actorKind: "service", subjectType: "app" })).toEqual(["app.created"]);
    expect(await actions({ actorKind: "api_key" })).toEqual([]);
    const { entries } = await list({ subjectId: place.merchantId });
    expect(entries).toMatchObject([{ action: "merchant.created", subjectName: "Test shop" }]);
  });

  test("is read to its end, page by page", async () => {
    const whole = (await list()).entries.map(({ id }) => id);
    const seen: string[] = [];
    for (let page = await list({ limit: 3 }); ; page = await list({ limit: 3, before: page.next })) {
      seen.push(...page.entries.map(({ id }) => id));
      if (page.next === null) break;
    }
    expect(seen).toEqual(whole);
    expect(whole.length).toBeGreaterThan(6);
  });
});
