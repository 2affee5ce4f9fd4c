import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Route } from "#lib/api/define-route.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import { newId, type PaymentId } from "#lib/core/ids.ts";
import { foldStatistics } from "#lib/domain/payments/statistics/fold-statistics.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";

type Operation = Route["operation"];
/** Whatever of a partner can be named in a request. */
type Ids = { merchantId: string; paymentId: PaymentId; settlementId: string };
/** Where in a request ids stand, and whose each of them is. */
type Places = { merchantInPath: Ids; idInPath: Ids; header: Ids; query: Ids; body: Ids };

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const eurc = "eip155:8453/erc20:0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42";
const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const account = `eip155:8453:${wallet}`;
const payment = { referenceId: "order 2", amount: { unit: "iso4217/USD", value: "1250" } };

/** The bodies of the operations that take one; a new operation with a body needs a line here. */
const bodies: Record<string, (ids: Ids) => unknown> = {
  createMerchant: () => ({ merchantName: "New", merchantEmail: "new@shop.example" }),
  updateMerchant: () => ({ merchantName: "Renamed" }),
  createPayment: () => payment,
  createPaymentAlias: () => payment,
  createRefund: ({ paymentId }) => ({ paymentId }),
  registerCryptoSettlements: () => ({ settlements: [{ asset: eurc, destination: account }] }),
  changeCryptoSettlement: () => ({ destination: `eip155:8453:${usdc.address.replace("0x83", "0x84").toLowerCase()}` }),
  getPaymentOptions: () => ({ accounts: [account] }),
  fetchPaymentActions: () => ({ optionId: newId("opt", new Date(1)) }),
  confirmPayment: () => ({ optionId: "opt_1", results: [{ type: "walletRpc", data: ["0xaa"] }] }),
};

/** The queries in which an id can stand. */
const queries: Record<string, (ids: Ids) => string> = {
  listPayments: ({ merchantId }) => `?merchantId=${merchantId}`,
};

/** Where the payment has to be for an operation that is carried out only there. */
const statuses: Record<string, "succeeded"> = { createRefund: "succeeded" };

let api: Api;
let partner: TestPartner;
let stranger: TestPartner;
const unknown: Ids = {
  merchantId: newId("mrch", new Date()),
  paymentId: newId("pay", new Date()),
  settlementId: newId("crypto", new Date()),
};

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  const settlements = [{ token: usdc, address: wallet }] as const;
  [partner, stranger] = [await createPartner({ settlements }), await createPartner({ settlements })];
});
afterAll(() => api.stop());

/** What a partner has for an operation to act on. */
async function idsOf(owner: TestPartner, operationId: string): Promise<Ids> {
  const { merchantId } = owner;
  // One payment that the statistics have folded, and one that they have not.
  await createTestPayment(owner);
  await foldStatistics();
  const paymentId = await createTestPayment(owner);
  await bringTo(paymentId, statuses[operationId] ?? "requires_action");
  const sql = "SELECT id FROM crypto_settlement WHERE merchant_id = $1";
  const [settlement] = await api.query<{ id: string }>(sql, [merchantId]);
  return { merchantId, paymentId, settlementId: settlement?.id ?? "" };
}

const everywhere = (ids: Ids): Places => {
  return { merchantInPath: ids, idInPath: ids, header: ids, query: ids, body: ids };
};

function requestOf({ operationId, method, path, audience }: Operation, places: Places) {
  const isSettlement = path.includes("/settlements/crypto/{id}");
  const { settlementId, paymentId } = places.idInPath;
  const namesMerchant = audience === "merchant" || audience === "partner-or-merchant";
  const filled = path
    .replace("{merchantId}", places.merchantInPath.merchantId)
    .replace("{id}", isSettlement ? settlementId : paymentId);
  return {
    method,
    path: filled + (queries[operationId]?.(places.query) ?? ""),
    body: bodies[operationId]?.(places.body),
    headers: { "request-id": "same", ...(namesMerchant ? { "merchant-id": places.header.merchantId } : {}) },
  };
}

/** What a client sees of the answer, without what is another each time. */
async function seen(operation: Operation, places: Places, idempotencyKey: string) {
  const { method, path, body, headers } = requestOf(operation, places);
  const credentials = { "api-key": partner.apiKey, "idempotency-key": idempotencyKey };
  const answer = await api.send(method, path, body, { ...headers, ...credentials });
  const rest = Object.fromEntries(answer.headers);
  for (const name of Object.keys(rest)) if (name === "date" || name.startsWith("ratelimit")) delete rest[name];
  return { status: answer.status, text: answer.text, headers: rest };
}

/** Everything that is written anywhere, but for what is remembered of requests. */
async function everything(): Promise<Record<string, unknown>> {
  const tables = await api.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'idempotency_key'",
  );
  const contents: Record<string, unknown> = {};
  for (const { name } of tables) {
    // That a key was used is noted beside; it is no change of anything that a partner has.
    contents[name] = await api.query(`SELECT to_jsonb(t) - 'last_used_at' AS row FROM "${name}" t ORDER BY 1`);
  }
  return contents;
}

const operations = allRoutes.map(({ operation }) => operation);
const merchantSide = operations.filter(({ audience }) => audience !== "gateway");
const gatewaySide = operations.filter(({ audience }) => audience === "gateway");
const named = (list: readonly Operation[]) => list.map((operation) => [operation.operationId, operation] as const);

/** The statuses of what is not there, by the place of its id (WIRE, Headers). */
const refusals: Record<keyof Places, number> = {
  merchantInPath: 404,
  idInPath: 404,
  header: 403,
  query: 200,
  body: 404,
};

describe("the merchants' side", () => {
  test.for(named(merchantSide))(
    "%s answers another partner's ids as it answers ids that do not exist, and changes nothing",
    async ([operationId, operation]) => {
      const [own, foreign] = [await idsOf(partner, operationId), await idsOf(stranger, operationId)];
      const before = await everything();
      const plain = JSON.stringify(requestOf(operation, everywhere(own)));
      for (const place of Object.keys(refusals) as (keyof Places)[]) {
        const theirs = { ...everywhere(own), [place]: foreign };
        if (JSON.stringify(requestOf(operation, theirs)) === plain) continue;
        const answer = await seen(operation, theirs, `${place}-foreign`);
        const other = await seen(operation, { ...everywhere(own), [place]: unknown }, `${place}-unknown`);
        expect(answer, place).toEqual(other);
        expect(answer.status, `${place}: ${answer.text}`).toBe(refusals[place]);
        if (answer.status === 200) expect(JSON.parse(answer.text).data).toEqual([]);
      }
      expect(await everything()).toEqual(before);
    },
  );

  test.for(named(merchantSide))(
    "%s is carried out for the partner's own, and shows nothing of another partner",
    async ([operationId, operation]) => {
      const [own, foreign] = [await idsOf(partner, operationId), await idsOf(stranger, operationId)];
      const { status, text } = await seen(operation, everywhere(own), "own");
      expect(status, text).toBe(operation.response.status);
      for (const id of Object.values(foreign)) expect(text).not.toContain(id);
    },
  );

  const ofOnePayment = merchantSide.filter(({ path, audience }) => audience === "merchant" && path.includes("/{id}"));
  test.for(named(ofOnePayment))(
    "%s shows a merchant nothing of another merchant's payments, of the same partner either",
    async ([operationId, operation]) => {
      const own = await idsOf(partner, operationId);
      const created = await api.as(partner)("POST", "/v1/merchants", bodies.createMerchant?.(own), {
        "idempotency-key": "sibling",
      });
      const sibling = { ...own, merchantId: String(created.body.merchantId) };
      const before = await everything();
      const theirs = await seen(operation, { ...everywhere(own), header: sibling }, "theirs");
      const nobodys = await seen(operation, { ...everywhere(unknown), header: sibling }, "nobodys");
      expect(theirs).toEqual(nobodys);
      expect(theirs.status).toBe(404);
      expect(await everything()).toEqual(before);
    },
  );
});

describe("the gateway", () => {
  test.for(named(gatewaySide))(
    "%s with a key answers another partner's payment as one that does not exist, and changes nothing",
    async ([operationId, operation]) => {
      const [own, foreign] = [await idsOf(partner, operationId), await idsOf(stranger, operationId)];
      const before = await everything();
      const theirs = await seen(operation, everywhere(foreign), "theirs");
      const nobodys = await seen(operation, everywhere(unknown), "nobodys");
      expect(theirs).toEqual(nobodys);
      expect([theirs.status, JSON.parse(theirs.text).code]).toEqual([404, "payment_not_found"]);
      expect(await everything()).toEqual(before);
      const mine = await seen(operation, everywhere(own), "own");
      expect(mine.status).not.toBe(404);
    },
  );
});
