import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { newId } from "#lib/core/ids.ts";
import { roles } from "#lib/core/roles.ts";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import { merchantMutations } from "#lib/dashboard/rpc/mutations/merchants.ts";
import { settlementMutations } from "#lib/dashboard/rpc/mutations/settlements.ts";
import { merchantQueries } from "#lib/dashboard/rpc/queries/merchants.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { newKey } from "#test/dashboard/new-key.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const asset = `eip155:8453/erc20:${usdc.address}`;
const eurc = "eip155:8453/erc20:0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42";
const first = "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const second = "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const holder = { bankType: "iban", currency: "EUR", holderName: "Lumen GmbH", accountEnding: "3000", status: "active" };
const profile = { name: "Café Lumen", email: "shop@lumen.example", iconUrl: null };
const newMerchant = (fields: object = {}) => ({ key: newKey(), ...profile, ...fields });

let api: Api;
let partner: TestPartner;
let owner: Member;

beforeAll(async () => {
  api = await startApi({ RPC_URLS_8453: "http://127.0.0.1:9" });
});
beforeEach(async () => {
  partner = await createPartner({
    settlements: [{ token: usdc, address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }],
  });
  owner = memberOf(partner, "owner");
});
afterAll(() => api.stop());

const act = (name: string, input: unknown, member = owner) => callProcedure("mutation", name, member, input);
const settlementId = async (of = partner) =>
  (await api.query<{ id: string }>("SELECT id FROM settlement_destination WHERE merchant_id = $1", [of.merchantId]))[0]
    ?.id;
const entries = (of = partner) =>
  api.query<{ action: string; actor_name: string; before: object; after: object }>(
    "SELECT action, actor_name, before, after FROM audit_entry WHERE partner_id = $1 AND actor_kind = 'user' ORDER BY id",
    [of.partnerId],
  );

/** The input of each mutation for one of the partner's merchants, with the id of a record if needed. */
async function inputs(of: TestPartner): Promise<Record<string, object>> {
  const merchantId = of.merchantId;
  const fiatId = newId("fiat", new Date());
  await api.query(
    `INSERT INTO fiat_settlement_destination (id, merchant_id, status, bank_type, currency, holder_name, account_ending,
        created_at, updated_at)
      VALUES ($1, $2, 'active', 'iban', 'EUR', 'Other GmbH', '0000', now(), now())`,
    [fiatId, merchantId],
  );
  const pendingId = newId("crypto", new Date());
  await api.query(
    `INSERT INTO pending_destination (id, merchant_id, asset, destination, created_at, takes_effect_at)
      VALUES ($1, $2, 'eip155:1/erc20:0x2', $3, now(), now() + interval '1 day')`,
    [pendingId, merchantId, first],
  );
  const crypto = { merchantId, settlementId: (await settlementId(of)) ?? "" };
  const fiat = { merchantId, settlementId: fiatId };
  return {
    "merchants.create": newMerchant(),
    "merchants.update": { merchantId, ...profile },
    "merchants.suspend": { merchantId },
    "merchants.reactivate": { merchantId },
    "merchants.previewLogo": { url: "http://logo.example/" },
    "settlements.add": { merchantId, settlements: [{ asset: eurc, destination: second }] },
    "settlements.change": { ...crypto, from: first, destination: second },
    "settlements.revoke": { merchantId, settlementId: pendingId, destination: first },
    "settlements.remove": crypto,
    "settlements.addFiat": { key: newKey(), merchantId, ...holder },
    "settlements.changeFiat": { ...fiat, ...holder },
    "settlements.removeFiat": fiat,
    "merchants.delete": { merchantId },
  };
}

const actions = { ...merchantMutations, ...settlementMutations };
const everything = () =>
  api.query(
    `SELECT to_jsonb(m) AS row FROM merchant m UNION ALL SELECT to_jsonb(s) FROM settlement_destination s
      UNION ALL SELECT to_jsonb(p) FROM pending_destination p
      UNION ALL SELECT to_jsonb(f) FROM fiat_settlement_destination f ORDER BY row`,
  );

describe("every mutation", () => {
  test("has an input in these tests", async () => {
    expect(Object.keys(await inputs(partner)).sort()).toEqual(Object.keys(actions).sort());
  });

  test.for(roles)("is limited to owners and admins: %s", async (role) => {
    const member = memberOf(partner, role);
    for (const [name, input] of Object.entries(await inputs(partner))) {
      const before = await everything();
      const outcome = await act(name, input, member).then(
        () => "done",
        (error: { code?: string }) => error.code,
      );
      expect([name, outcome]).toEqual([name, role === "owner" || role === "admin" ? "done" : "forbidden"]);
      if (outcome === "forbidden") expect(await everything()).toEqual(before);
    }
  });

  test("finds and changes nothing of another partner's merchant", async () => {
    const theirs = await createPartner({
      settlements: [{ token: usdc, address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }],
    });
    const asked = Object.entries(await inputs(theirs)).filter(([, input]) => "merchantId" in input);
    const before = await everything();
    for (const [name, input] of asked) {
      await expect(act(name, input), name).rejects.toMatchObject({ code: "not_found" });
    }
    expect(asked).toHaveLength(Object.keys(actions).length - 2);
    expect(await everything()).toEqual(before);
  });

  test("doesn't find another merchant's destination", async () => {
    const { merchantId } = (await act("merchants.create", newMerchant())) as { merchantId: string };
    const asked = Object.entries(await inputs(partner)).filter(([, input]) => "settlementId" in input);
    for (const [name, input] of asked) {
      await expect(act(name, { ...input, merchantId }), name).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("that changes something is in the audit log under the member's name", async () => {
    for (const [name, input] of Object.entries(await inputs(partner))) await act(name, input);
    const written = await entries();
    expect(written.map(({ action }) => action)).toEqual([
      "merchant.created",
      "merchant.updated",
      "merchant.updated",
      "merchant.updated",
      "crypto_settlement.created",
      "crypto_settlement.updated",
      "pending_destination.deleted",
      "crypto_settlement.deleted",
      "fiat_settlement.created",
      "fiat_settlement.updated",
      "fiat_settlement.deleted",
      "merchant.deleted",
    ]);
    expect(new Set(written.map((entry) => entry.actor_name))).toEqual(new Set(["owner@till.example"]));
  });
});

test("the audit log records a destination before and after a change", async () => {
  await act("settlements.change", {
    merchantId: partner.merchantId,
    settlementId: await settlementId(),
    from: first,
    destination: second,
  });
  expect(await entries()).toEqual([
    {
      action: "crypto_settlement.updated",
      actor_name: "owner@till.example",
      before: { destination: first },
      after: { destination: second },
    },
  ]);
});

test("a destination changed concurrently isn't overwritten", async () => {
  const input = { merchantId: partner.merchantId, settlementId: await settlementId(), from: second };
  const changed = act("settlements.change", { ...input, destination: second });
  await expect(changed).rejects.toMatchObject({ code: "version_conflict" });
  expect(await entries()).toEqual([]);
});

test("a merchant is created once for repeated and parallel requests with one key", async () => {
  const same = newMerchant({ name: "Northwind" });
  const answers = await Promise.all(Array.from({ length: 5 }, () => act("merchants.create", same)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect((await callQuery("merchants.list", owner, { search: "Northwind" })).totalCount).toBe(1);
  await expect(act("merchants.create", { ...same, name: "Other" })).rejects.toMatchObject({
    code: "idempotency_conflict",
  });
});

test("a key whose merchant was refused creates the merchant once it is corrected", async () => {
  const key = newKey();
  const refused = act("merchants.create", newMerchant({ key, iconUrl: "https://127.0.0.1/" }));
  await expect(refused).rejects.toMatchObject({ code: "params_validation" });
  expect(await act("merchants.create", newMerchant({ key }))).toMatchObject({ merchantId: expect.any(String) });
});

describe("a profile", () => {
  test("doesn't fetch a logo whose URL stays the same", async () => {
    await api.query("UPDATE merchant SET icon_url = 'https://127.0.0.1/logo' WHERE id = $1", [partner.merchantId]);
    const input = { merchantId: partner.merchantId, name: "Lumen", email: "a@lumen.example" };
    await act("merchants.update", { ...input, iconUrl: "https://127.0.0.1/logo" });
    expect((await callQuery("merchants.get", owner, { merchantId: partner.merchantId })).name).toBe("Lumen");
    const again = act("merchants.update", { ...input, iconUrl: "https://127.0.0.1/logo", fetchAgain: true });
    await expect(again).rejects.toMatchObject({ code: "params_validation", issues: [{ field: "iconUrl" }] });
  });

  test.for([
    ["name", { name: " " }],
    ["email", { email: "no-email" }],
    ["iconUrl", { iconUrl: "http://logo.example/" }],
    ["iconUrl", { iconUrl: "https://127.0.0.1/" }],
  ] as const)("with a bad %s is refused by its field: %j", async ([field, change]) => {
    const created = act("merchants.create", newMerchant(change));
    await expect(created).rejects.toMatchObject({ code: "params_validation", issues: [{ field }] });
  });
});

test("a rejected logo names the broken rule", async () => {
  expect(await act("merchants.previewLogo", { url: "http://logo.example/" })).toEqual({
    isKept: false,
    broken: "https",
    message: "must be an HTTPS URL; it is http:",
  });
});

describe("a fiat record", () => {
  test("stores four characters of the account and doesn't change API responses", async () => {
    const order = { key: newKey(), merchantId: partner.merchantId, ...holder };
    // The second one as after a lost answer.
    for (const _ of [1, 2]) await act("settlements.addFiat", order);
    const { fiat } = await callQuery("merchants.get", owner, { merchantId: partner.merchantId });
    expect(fiat).toEqual([{ id: expect.stringMatching(/^fiat_/), ...holder }]);
    const answered = await api.as(partner)("GET", `/v1/merchants/${partner.merchantId}`);
    const { id, status, bankType, currency } = { ...fiat[0] };
    expect(answered.body.settlements).toMatchObject({ fiat: [{ id, status, bankType, currency }] });
    expect(Object.keys((answered.body.settlements as { fiat: object[] }).fiat[0] ?? {})).toEqual([
      "id",
      "status",
      "bankType",
      "currency",
      "live",
    ]);
  });

  test.for([
    ["accountEnding", { accountEnding: "DE89370400440532013000" }],
    ["accountEnding", { accountEnding: "300" }],
    ["currency", { currency: "EURO" }],
    ["holderName", { holderName: " " }],
    ["bankType", { bankType: "cash" }],
    ["account", { account: "DE89370400440532013000" }],
  ] as const)("with a bad %s is refused: %j", async ([field, change]) => {
    const added = act("settlements.addFiat", {
      key: newKey(),
      merchantId: partner.merchantId,
      ...holder,
      ...change,
    });
    await expect(added).rejects.toMatchObject({ code: "params_validation", issues: [{ field }] });
  });

  test("can't store a full account number, even in the database", async () => {
    const insert = api.query(
      `INSERT INTO fiat_settlement_destination (id, merchant_id, status, bank_type, currency, holder_name,
          account_ending, created_at, updated_at)
        VALUES ('fiat_1', $1, 'active', 'iban', 'EUR', 'Lumen GmbH', 'DE89370400440532013000', now(), now())`,
      [partner.merchantId],
    );
    await expect(insert).rejects.toThrow(/fiat_settlement_destination_account_ending/);
  });
});

describe("the list", () => {
  test("lists only the partner's merchants, filters by name, id and status, and marks missing destinations", async () => {
    await createPartner();
    const { merchantId } = (await act("merchants.create", newMerchant({ name: "Bäckerei 100%" }))) as {
      merchantId: string;
    };
    await act("merchants.suspend", { merchantId });
    const listed = async (filter: object) => {
      const { merchants, totalCount } = await callQuery("merchants.list", owner, filter);
      expect(totalCount).toBe(merchants.length);
      return merchants.map(({ id }) => id);
    };
    const both = [merchantId, partner.merchantId];
    expect(await listed({})).toEqual(both);
    expect(await listed({ search: "" })).toEqual(both);
    expect(await listed({ search: "BÄCK" })).toEqual([merchantId]);
    expect(await listed({ search: "BA\u0308CK" })).toEqual([merchantId]);
    expect(await listed({ search: "back" })).toEqual([merchantId]);
    expect(await listed({ search: "0%" })).toEqual([merchantId]);
    expect(await listed({ search: "%%" })).toEqual([]);
    expect(await listed({ search: partner.merchantId.slice(-8).toLowerCase() })).toEqual([partner.merchantId]);
    expect(await listed({ status: "active" })).toEqual([partner.merchantId]);
    expect(await listed({ lacksDestination: true })).toEqual([merchantId]);
    const { merchants, lackingCount } = await callQuery("merchants.list", owner, {});
    expect([lackingCount, merchants.map(({ destinations }) => destinations)]).toEqual([1, [0, 1]]);
  });

  test("continues where a page ended", async () => {
    await api.query(
      `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at)
        SELECT 'mrch_' || lpad(n::text, 26, '0'), $1, 'Shop ' || n, 'a@shop.example', now() - n % 7 * interval '1 hour', now()
        FROM generate_series(1, 119) n`,
      [partner.partnerId],
    );
    const ids: string[] = [];
    let after: readonly [string, string] | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(after);
      expect(page.totalCount).toBe(120);
      ids.push(...page.merchants.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);

    function read(position: readonly [string, string] | null) {
      return callQuery("merchants.list", owner, { after: position === null ? null : [...position] });
    }
  });
});

test("no query shows another partner's merchant", async () => {
  const theirs = await createPartner();
  await act("merchants.suspend", { merchantId: theirs.merchantId }, memberOf(theirs, "owner"));
  const about = Object.keys(merchantQueries).filter((name) => !["merchants.list", "merchants.networks"].includes(name));
  for (const name of about) {
    const answer = await callProcedure("query", name, owner, { merchantId: theirs.merchantId }).catch(
      (error: { code: string }) => error.code,
    );
    expect(answer, name).toEqual(name === "merchants.history" ? { changes: [] } : "not_found");
  }
});

test("the figures cover only the merchant's payments, including unsettled money", async () => {
  const { merchantId } = (await act("merchants.create", newMerchant())) as { merchantId: string };
  const shop = { ...partner, merchantId: merchantId as TestPartner["merchantId"] };
  await payWithPayout(await createTestPayment(shop));
  await createTestPayment(shop);
  await createTestPayment(partner);
  const figures = await callQuery("merchants.figures", owner, { merchantId });
  expect(figures).toMatchObject({ payments: 2, succeeded: 1, open: 1, customers: 1 });
  expect(figures.unsettled).toMatchObject([{ amount: { symbol: "USDC", network: "Base" }, payments: 1 }]);
  expect(figures.latest.map(({ state }) => state)).toEqual(["requires_action", "succeeded"]);
});

test("the history covers a removed destination and requires the right to read the audit log", async () => {
  const { merchantId } = partner;
  const added = { asset: eurc, destination: first };
  await act("settlements.add", { merchantId, settlements: [added] });
  const { crypto } = await callQuery("merchants.get", owner, { merchantId });
  const id = crypto.find((entry) => entry.asset === eurc)?.id ?? "";
  await act("settlements.change", { merchantId, settlementId: id, from: first, destination: second });
  await act("settlements.remove", { merchantId, settlementId: id });
  const { changes } = await callQuery("merchants.history", owner, { merchantId });
  const ofIt = changes.filter(({ subjectId }) => subjectId === id);
  expect(ofIt.map(({ action }) => action)).toEqual([
    "crypto_settlement.deleted",
    "crypto_settlement.updated",
    "crypto_settlement.created",
  ]);
  expect(new Set(ofIt.map((change) => change.asset))).toEqual(new Set([eurc]));
  for (const role of ["viewer", "developer"] as const) {
    const asked = callQuery("merchants.history", memberOf(partner, role), { merchantId });
    await expect(asked).rejects.toMatchObject({ code: "forbidden" });
  }
});

test("the networks are those of the supported tokens, enabled ones first, with our own addresses", async () => {
  const ours = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
  await api.query("DELETE FROM relayer_wallet");
  await api.query("INSERT INTO relayer_wallet (chain_id, address, next_nonce) VALUES (8453, $1, 0)", [ours]);
  const { networks } = await callQuery("merchants.networks", owner, {});
  expect(networks).toHaveLength(8);
  expect(networks.map(({ isEnabled }) => isEnabled)).toEqual([true, ...Array(7).fill(false)]);
  expect(networks[0]).toMatchObject({
    name: "Base",
    ownAddresses: [ours, defaultRouter],
    tokens: [{ asset }, { asset: eurc }],
  });
});
