import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { multicall3Address, permit2Address } from "#lib/chain/contracts.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { assetOf } from "#lib/chain/tokens.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import { newId } from "#lib/core/ids.ts";
import { sendPayouts } from "#lib/domain/payments/payouts/send-payouts.ts";
import { type Answer, type Api, issueFields, startApi } from "#test/api/start-api.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { owed, payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

/** A Permit2 token, whose payouts need no node to be queued. */
const usdt = getToken("eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955");
const first = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const second = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const destination = `eip155:56:${second}`;
let api: Api;
let partner: TestPartner;
let id: string;

beforeAll(async () => {
  // No node tells the price of gas, so coin costs nothing.
  api = await startApi({ NATIVE_PRICE_USD_56: "0" });
});
beforeEach(async () => {
  partner = await createPartner({ settlements: [{ token: usdt, address: first }] });
  id = (await entries())[0]?.id ?? "";
});
afterAll(() => api.stop());

const settlements = (of = partner) => `/v1/merchants/${of.merchantId}/settlements`;
const at = (settlement: string, of = partner) => `${settlements(of)}/crypto/${settlement}`;
const change = (body: unknown, path = at(id), as = partner) => api.as(as)("PUT", path, body);
const remove = (path = at(id), as = partner) => api.as(as)("DELETE", path);
const said = ({ status, body }: Answer) => [status, body.code];

async function entries(of = partner): Promise<{ id: string; asset: string; destination: string }[]> {
  const { body } = await api.as(of)("GET", settlements(of));
  return body.crypto as Awaited<ReturnType<typeof entries>>;
}

describe("changing a settlement", () => {
  test("returns the entry with its new destination and keeps its id and asset", async () => {
    const answer = await change({ destination });
    expect([answer.status, answer.body]).toEqual([200, { id, live: true, asset: assetOf(usdt), destination }]);
    expect(await entries()).toEqual([answer.body]);
  });

  test("stores the checksummed form of an account in lower case", async () => {
    expect((await change({ destination: destination.toLowerCase() })).body.destination).toBe(destination);
  });

  test("may be repeated", async () => {
    const answers = [await change({ destination }), await change({ destination })];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, answers[0]?.text]));
  });

  test.for<[string, unknown, string[]]>([
    ["an account on another chain", { destination: `eip155:1:${second}` }, ["destination"]],
    ["a wrong checksum", { destination: destination.replace("C44C", "c44C") }, ["destination"]],
    ["the zero address", { destination: `eip155:56:0x${"0".repeat(40)}` }, ["destination"]],
    ["the token itself", { destination: `eip155:56:${usdt.address}` }, ["destination"]],
    ["our own payment router", { destination: `eip155:56:${defaultRouter}` }, ["destination"]],
    ["Permit2", { destination: `eip155:56:${permit2Address}` }, ["destination"]],
    ["Multicall3", { destination: `eip155:56:${multicall3Address}` }, ["destination"]],
    ["a burn address", { destination: "eip155:56:0x000000000000000000000000000000000000dEaD" }, ["destination"]],
    ["a bare address", { destination: second }, ["destination"]],
    ["nothing", { destination: "" }, ["destination"]],
    ["null", { destination: null }, ["destination"]],
    ["no body", undefined, [""]],
    ["an empty body", {}, ["destination"]],
    ["another asset", { destination, asset: assetOf(usdt) }, ["asset"]],
  ])("refuses %s and keeps the destination", async ([, body, fields]) => {
    const answer = await change(body);
    expect([answer.status, answer.body.code, issueFields(answer)]).toEqual([400, "params_validation", fields]);
    expect((await entries())[0]?.destination).toBe(`eip155:56:${first}`);
  });
});

describe("removing a settlement", () => {
  test("returns its id, and the entry is gone", async () => {
    const answer = await remove();
    expect([answer.status, answer.body]).toEqual([200, { id, live: true, deleted: true }]);
    expect(await entries()).toEqual([]);
    expect(said(await remove())).toEqual([404, "not_found"]);
    expect(said(await change({ destination }))).toEqual([404, "not_found"]);
  });

  test("allows another one of the same asset, under a new id", async () => {
    await remove();
    const body = { settlements: [{ asset: assetOf(usdt), destination }] };
    const { status } = await api.as(partner)("POST", `${settlements()}/crypto`, body);
    expect(status).toBe(201);
    expect((await entries())[0]?.id).not.toBe(id);
  });

  test("leaves later payments in the asset unsettled", async () => {
    await remove();
    const paymentId = await createTestPayment(partner);
    await payWithPayout(paymentId, usdt);
    const payouts = await api.query("SELECT state, destination FROM payout WHERE payment_id = $1", [paymentId]);
    expect(payouts).toEqual([{ state: "held", destination: null }]);
  });
});

describe("an open payout", () => {
  const payouts = (paymentId: string) =>
    api.query("SELECT destination, state FROM payout WHERE payment_id = $1", [paymentId]);

  test.for([
    ["changed", () => change({ destination })],
    ["removed", () => remove()],
  ] as const)(
    "goes to the destination at the time of the payment's success, although the settlement was %s since",
    async ([, rewrite]) => {
      const paymentId = await createTestPayment(partner);
      await payWithPayout(paymentId, usdt);
      expect((await rewrite()).status).toBe(200);
      expect(await payouts(paymentId)).toEqual([{ destination: `eip155:56:${first}`, state: "pending" }]);
      await sendPayouts([paymentId]);
      const sent = await api.query("SELECT target, calldata FROM relay_transaction WHERE payment_id = $1", [paymentId]);
      expect(sent).toEqual([{ target: usdt.address, calldata: transferCalldata(first, owed) }]);
    },
  );

  test("of a payment that succeeds after the change goes to the new destination", async () => {
    const paymentId = await createTestPayment(partner);
    await change({ destination });
    await payWithPayout(paymentId, usdt);
    expect(await payouts(paymentId)).toEqual([{ destination, state: "pending" }]);
  });
});

test("a settlement that is unknown, another merchant's, another partner's or a deleted merchant's is a 404", async () => {
  const other = await createPartner({ settlements: [{ token: usdt, address: first }] });
  const sibling = newId("mrch", new Date());
  await api.query(
    `INSERT INTO merchant (id, partner_id, name, email, created_at, updated_at)
     VALUES ($1, $2, 'Sibling', 'sibling@shop.example', now(), now())`,
    [sibling, partner.partnerId],
  );
  const theirs = (await entries(other))[0]?.id ?? "";
  const gone = await createPartner({ settlements: [{ token: usdt, address: first }] });
  const goneId = (await entries(gone))[0]?.id ?? "";
  await api.as(gone)("DELETE", `/v1/merchants/${gone.merchantId}`);
  const paths: [string, TestPartner][] = [
    [at(newId("crypto", new Date())), partner],
    [at("nonsense"), partner],
    [at("crypto_%00"), partner],
    [at(theirs), partner],
    [at(theirs, other), partner],
    [`/v1/merchants/${sibling}/settlements/crypto/${id}`, partner],
    [at(goneId, gone), gone],
  ];
  const answers = await Promise.all(
    paths.flatMap(([path, as]) => [change({ destination }, path, as), remove(path, as)]),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set(['404 {"code":"not_found","message":"Not found. Check the path and its ids."}']),
  );
  expect((await entries(other))[0]?.destination).toBe(`eip155:56:${first}`);
  expect((await entries())[0]?.destination).toBe(`eip155:56:${first}`);
});

test("a key without the settlement write permission can't change or remove one", async () => {
  const reader = await createPartner({ permissions: ["merchants:read", "merchants:write"] });
  const path = at(newId("crypto", new Date()), reader);
  const answers = [await change({ destination }, path, reader), await remove(path, reader)];
  expect(answers.map(said)).toEqual(Array(2).fill([403, "forbidden"]));
});

test("a concurrent change and removal end as one or the other", async () => {
  const [changed, removed] = await Promise.all([change({ destination }), remove()]);
  expect(removed.status).toBe(200);
  expect([200, 404]).toContain(changed.status);
  expect(await entries()).toEqual([]);
});
