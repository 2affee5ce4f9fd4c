import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "#lib/core/roles.ts";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";
import { permissions } from "#lib/domain/partners/api-keys/permissions.ts";
import { listApiKeys } from "#lib/domain/partners/api-keys/repository.ts";
import { requestLog } from "#lib/domain/platform/request-log/request-log.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { newKey } from "#test/dashboard/new-key.ts";
import { createPlace, type Place } from "#test/dashboard/place.ts";

let api: Api;
let place: Place;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  place = await createPlace();
});
afterAll(() => api.stop());

const act = (name: string, input: unknown, role: Role = "owner") =>
  callProcedure("mutation", name, place.members[role], input);
const createKey = (input: object, role: Role = "owner") =>
  act("developers.createKey", { key: newKey(), ...input }, role) as Promise<{ id: string; secret: string }>;

describe("an API key", () => {
  test("says which member made it, and names none for one that the API's operator made", async () => {
    const { id } = await createKey({ name: "Server", permissions: ["payments:read"] }, "admin");
    const { keys } = await callQuery("developers.keys", place.members.viewer, {});
    const makers = keys.map((key) => [key.id, key.createdBy]);
    expect(makers).toContainEqual([id, place.members.admin.email]);
    expect(makers).toContainEqual([place.keyId, null]);
  });

  test("works immediately, and only its last characters are known afterwards", async () => {
    const { id, secret } = await createKey({ name: " Server ", permissions: ["gateway", "payments:read"] });
    const answer = await api.send("GET", "/v1/payments", undefined, { "api-key": secret });
    expect(answer.status).toBe(200);
    const { keys } = await callQuery("developers.keys", place.members.viewer, {});
    expect(keys[0]).toMatchObject({
      id,
      name: "Server",
      hint: secret.slice(-4),
      permissions: ["payments:read", "gateway"],
    });
    expect(JSON.stringify(keys)).not.toContain(secret);
    await act("developers.revokeKey", { keyId: id });
    const after = await callQuery("developers.keys", place.members.viewer, {});
    expect(after.keys.map((key) => [key.id, key.revokedAt !== null])).toEqual([
      [place.keyId, false],
      [id, true],
    ]);
    await expect(act("developers.revokeKey", { keyId: id })).rejects.toMatchObject({ code: "not_found" });
  });

  test.for([
    [
      "developer",
      [
        "payments:read",
        "payments:write",
        "merchants:read",
        "events:read",
        "webhooks:read",
        "webhooks:write",
        "gateway",
      ],
    ],
    ["admin", permissions],
    ["owner", permissions],
  ] as const)("of a %s can't exceed the rights of the role", async ([role, allowed]) => {
    const offered = await callQuery("developers.keys", place.members[role], {});
    const mine = offered.permissions.filter(({ isMine }) => isMine).map(({ permission }) => permission);
    expect(mine).toEqual(permissions.filter((permission) => (allowed as readonly string[]).includes(permission)));
    for (const permission of permissions) {
      const making = createKey({ name: "k", permissions: ["payments:read", permission] }, role);
      if (mine.includes(permission)) await making;
      else await expect(making).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await listApiKeys(place.members[role].scope)).toHaveLength(1 + mine.length);
  });

  test("is created once for an idempotency key, and only the first answer has its secret", async () => {
    const order = { key: newKey(), name: "Server", permissions: ["gateway"] };
    const answers = await Promise.all([createKey(order), createKey(order), createKey(order)]);
    const [first, ...others] = answers.map(({ id }) => id);
    expect(others).toEqual([first, first]);
    expect(answers.filter(({ secret }) => secret !== null)).toHaveLength(1);
    expect(await listApiKeys(place.members.owner.scope)).toHaveLength(2);
    const secret = answers.find((answer) => answer.secret !== null)?.secret ?? "";
    const stored = await api.query("SELECT body FROM idempotency_key WHERE operation_id = 'dashboard.createKey'");
    expect(JSON.stringify(stored)).not.toContain(secret);
    await expect(createKey({ ...order, name: "Other" })).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  test("requires a name and a permission", async () => {
    for (const [name, wanted, field] of [
      ["", ["gateway"], "name"],
      ["   ", ["gateway"], "name"],
      ["x".repeat(65), ["gateway"], "name"],
      ["a\nb", ["gateway"], "name"],
      ["k", [], "permissions"],
      ["k", ["everything"], "permissions.0"],
    ] as const) {
      const making = createKey({ name, permissions: wanted });
      await expect(making, name).rejects.toMatchObject({ code: "params_validation", issues: [{ field }] });
    }
  });
});

test("embed origins are listed as stored, and rejected by their position", async () => {
  const set = (origins: string[]) => act("developers.setEmbedOrigins", { origins }, "developer");
  expect(await set(["https://Shop.example/"])).toEqual({ origins: ["https://shop.example"] });
  await expect(set(["https://a.example", "https://*.example"])).rejects.toMatchObject({
    issues: [{ field: "embedOrigins.1", message: "must be an origin such as https://shop.example" }],
  });
  const { origins } = await callQuery("developers.embedOrigins", place.members.viewer, {});
  expect(origins).toEqual(["https://shop.example"]);
});

test("an app's icon follows the rules of logos, and errors name the field", async () => {
  for (const iconUrl of ["http://a.example/i.png", "https://127.0.0.1/i.png", "nonsense"]) {
    const making = act("developers.createApp", { key: newKey(), name: "Wallet", iconUrl });
    await expect(making).rejects.toMatchObject({ code: "params_validation", issues: [{ field: "iconUrl" }] });
  }
});

test.for([{}, { id: "wallet-kit-project-0001" }])(
  "an app is created once for an idempotency key: %j",
  async (chosen) => {
    const order = { key: newKey(), name: "Wallet", ...chosen };
    const answers = await Promise.all([1, 2, 3].map(() => act("developers.createApp", order)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { apps } = await callQuery("developers.apps", place.members.viewer, {});
    expect(apps.filter(({ name }) => name === "Wallet")).toHaveLength(1);
  },
);

test("the request log pages by the position of the page before", async () => {
  for (const path of ["/v1/payments", "/v1/merchants", "/v1/refunds", `/v1/merchants/${place.merchantId}`])
    await api.as(place)("GET", path);
  await requestLog().flush();
  type Page = QueryOutput<"developers.requests">;
  const ask = (input: object): Promise<Page> => callQuery("developers.requests", place.members.developer, input);
  const first = await ask({ limit: 2 });
  const second = await ask({ limit: 2, after: first.next });
  const seen = [...first.requests, ...second.requests].map(({ path, status }) => [path, status]);
  // A rejected method has no key, because it is rejected before authentication.
  expect(second.next).toBeNull();
  expect(seen).toEqual([
    [`/v1/merchants/${place.merchantId}`, 200],
    ["/v1/merchants", 200],
    ["/v1/payments", 200],
  ]);
  const { requests } = await ask({
    method: "GET",
    statusClass: 2,
    search: "merchantS",
    limit: 1,
    apiKeyId: place.keyId,
  });
  expect(requests.map(({ path, keyName }) => [path, keyName])).toEqual([[`/v1/merchants/${place.merchantId}`, "test"]]);
});

describe("the pinned version", () => {
  test("lists newer versions, and none after the upgrade", async () => {
    const before = await callQuery("developers.version", place.members.viewer, {});
    expect(before.pinned).toBe("2026-02-18");
    expect(before.newer).toEqual([
      { version: "2026-02-19.preview", changes: expect.arrayContaining([expect.any(String)]) },
    ]);
    await act("developers.moveVersion", { version: "2026-02-19.preview" });
    const after = await callQuery("developers.version", place.members.viewer, {});
    expect(after).toEqual({ pinned: "2026-02-19.preview", newer: [] });
  });
});

test("the quick start names a usable merchant and key, or null", async () => {
  const { partnerId, merchantId, keyId, members } = place;
  const ask = () => callQuery("developers.quickStart", members.viewer, {});
  expect(await ask()).toMatchObject({
    baseUrl: "https://till.example",
    partnerId,
    merchant: { id: merchantId, name: "Test shop" },
    key: { name: "test" },
  });
  // The newest merchant, unless only another one has a destination.
  const { merchantId: newer } = (await act("merchants.create", {
    key: "0".repeat(32),
    name: "Newer",
    email: "a@b.example",
    iconUrl: null,
  })) as {
    merchantId: string;
  };
  await api.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [merchantId]);
  expect(await ask()).toMatchObject({ merchant: { id: newer } });
  await api.query(
    `INSERT INTO settlement_destination (id, merchant_id, asset, destination, created_at, updated_at)
     VALUES ('crypto_01ARZ3NDEKTSV4RRFFQ69G5FAV', $1, 'eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955',
       'eip155:56:0x70997970C51812dc3A010C7d01b50e0d17dc79C8', now(), now())`,
    [merchantId],
  );
  expect(await ask()).toMatchObject({ merchant: { id: merchantId } });
  await api.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [newer]);
  await act("developers.revokeKey", { keyId });
  await createKey({ name: "reads", permissions: ["payments:read"] });
  expect(await ask()).toMatchObject({ key: null });
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await createKey({ name: "expires", permissions: ["payments:write"], expiresAt });
  expect(await ask()).toMatchObject({ key: { name: "expires" } });
  await api.query("UPDATE api_key SET expires_at = now() - interval '1 day' WHERE name = 'expires'");
  await api.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [merchantId]);
  expect(await ask()).toMatchObject({ merchant: null, key: null });
});
