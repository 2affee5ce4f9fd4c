import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "#test/api/start-api.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let api: Api;
let partner: TestPartner;
let id: string;

beforeAll(async () => {
  api = await startApi();
  partner = await createPartner();
  id = await createTestPayment(partner);
});
afterAll(() => api.stop());

describe.for(["/v1/payments", "/v1/merchants/payments", "/v1/events"])("a filter of %s", (path) => {
  const ask = (query: string) => api.as(partner)("GET", `${path}?${query}`);

  test.for(["startTs=0001-01-01T00:00:00Z", "endTs=9999-12-31T23:59:59Z", "endTs=9999-12-31T23:59:59%2B01:00"])(
    "may be at the edge of time: %s",
    async (query) => {
      expect((await ask(query)).status).toBe(200);
    },
  );

  test.for(["startTs=0000-06-01T00:00:00Z", "endTs=0001-01-01T00:00:00%2B01:00", "endTs=9999-12-31T23:59:59-01:00"])(
    "beyond it is refused with what to change: %s",
    async (query) => {
      const { status, body } = await ask(query);
      expect([status, body.message]).toEqual([
        400,
        `${query.slice(0, query.indexOf("="))} must be in the years 1 to 9999 in UTC`,
      ]);
    },
  );
});

test.for(["%00", "a%00b", "a%0Ab"])("an id in a filter has no control characters: %j", async (merchantId) => {
  const { status, body } = await api.as(partner)("GET", `/v1/payments?merchantId=${merchantId}`);
  expect([status, body.message]).toEqual([400, "merchantId.0 must not contain control characters"]);
});

test.for(["eip155:11297108109", "eip155:9007199254740991"])(
  "a chain that isn't known has no payments: %s",
  async (network) => {
    const { status, body } = await api.as(partner)("GET", `/v1/payments?network=${network}`);
    expect([status, body.data]).toEqual([200, []]);
  },
);

describe("a buyer's accounts", () => {
  const buyer = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
  const ask = (accounts: readonly string[]) =>
    api.send("POST", `/v1/gateway/payment/${id}/options`, { accounts }, { "app-id": partner.appId });

  test.for([
    ["with an id of more than ten digits", `eip155:11297108109:${buyer}`],
    ["with an id beyond the whole numbers of JavaScript", `eip155:${"9".repeat(32)}:${buyer}`],
    ["with another checksum", "eip155:30:0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD"],
    ["of another namespace", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"],
    ["whose addresses have underscores", "ton:-239:UQCjI2QtnNXkYxNovk87_QF0J-pDmYpVuBiTfTfrVY6oLqTo"],
  ] as const)("on a chain %s are ignored", async ([, account]) => {
    expect((await ask([account])).status).toBe(200);
  });

  test.for([
    ["a wrong checksum on a chain that payments are made on", "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267"],
    ["a short address", "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb922"],
    ["no address", "eip155:11297108109"],
    ["more than an account can have", `solana:1:${"x".repeat(300)}`],
  ] as const)("with %s are refused, each by its place", async ([, account]) => {
    const { status, body } = await ask([`eip155:1:${buyer}`, account]);
    expect([status, body.message]).toEqual([422, "accounts.1 must be a CAIP-10 account"]);
  });
});

test("a wait beyond any number is clamped", async () => {
  const cancelled = await createTestPayment(partner);
  await api.as(partner)("POST", `/v1/payments/${cancelled}/cancel`, {});
  const { status, body } = await api.as(partner)("GET", `/v1/payments/${cancelled}/status?maxPollMs=${2n ** 64n - 1n}`);
  expect([status, body.status]).toEqual([200, "cancelled"]);
});

test("a key without the permission is refused with its name, and a wrong Merchant-Id with another reason", async () => {
  const { body: byMerchant } = await api.as(partner)("GET", `/v1/payments/${id}/status`, undefined, {
    "merchant-id": "mrch_1",
  });
  expect(byMerchant).toEqual({
    code: "forbidden",
    message: "The Merchant-Id isn't one of this account's merchants, or isn't the merchant of this payment.",
  });
  const reader = await createPartner();
  await api.query("UPDATE api_key SET permissions = '{payments:read}' WHERE partner_id = $1", [reader.partnerId]);
  const { status, body } = await api.as(reader)("POST", "/v1/merchants", {});
  expect([status, body]).toEqual([
    403,
    { code: "forbidden", message: "The API key lacks the permission merchants:write. Use a key that has it." },
  ]);
});
