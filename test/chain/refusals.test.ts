import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiAnswer, type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { digestDatabase } from "#test/stack/digest.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { confirm, confirmBody, getFirstOption, getOptions, signOption } from "#test/stack/wallet.ts";

let till: Till;
let chain: TestChain;
let partner: TestPartner;
let api: ApiClient;
let buyer: TestChain["accounts"]["relayer"];
let stranger: TestChain["accounts"]["relayer"];

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
  [buyer, stranger] = chain.accounts.buyers as [typeof buyer, typeof buyer];
  partner = await createPartner();
  api = createApiClient(till.baseUrl, partner);
});
afterAll(() => till.stop());

/** Sends a request and checks its status and code, and that it changed nothing. */
async function expectRefused(request: () => Promise<ApiAnswer>, status: number, code: string): Promise<ApiAnswer> {
  const before = [await digestDatabase(), await chain.client.getBlockNumber()];
  const answer = await request();
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect([await digestDatabase(), await chain.client.getBlockNumber()]).toEqual(before);
  return answer;
}

describe("before a payment exists", () => {
  const payment = { referenceId: "order 1", amount: { unit: "iso4217/USD", value: "1000" } };

  test("a wrong key", () =>
    expectRefused(
      () => api.merchant("POST", "/v1/payments", payment, { "api-key": "till_wrong" }),
      401,
      "invalid_api_key",
    ));
  test("no key", () => expectRefused(() => api.raw("POST", "/v1/payments"), 401, "missing_api_key"));
  test("an unknown payment, merchant side", () =>
    expectRefused(() => api.merchant("GET", "/v1/payments/pay_01J00000000000000000000000"), 404, "payment_not_found"));
  test("an unknown payment, gateway side", () =>
    expectRefused(
      () => api.gateway("POST", "/v1/gateway/payment/nonsense/options", { accounts: [`eip155:1:${buyer.address}`] }),
      404,
      "payment_not_found",
    ));
  test("a body that isn't JSON", () =>
    expectRefused(
      () => {
        const headers = {
          "api-key": partner.apiKey,
          "merchant-id": partner.merchantId,
          "content-type": "application/json",
        };
        return api.raw("POST", "/v1/payments", { headers, body: '{"referenceId":' });
      },
      400,
      "invalid_params",
    ));
  test("a body with a field that does not exist", async () => {
    const body = { ...payment, status: "succeeded" };
    const answer = await expectRefused(() => api.merchant("POST", "/v1/payments", body), 400, "params_validation");
    expect(answer.body.issues).toEqual([{ field: "status", message: "is not a known field" }]);
  });
});

describe("confirming", () => {
  let paymentId: string;
  let option: Awaited<ReturnType<typeof getFirstOption>>;
  let restoreClock = () => {};

  beforeEach(async () => {
    ({ paymentId } = await api.createPayment());
    option = await getFirstOption(api, paymentId, buyer);
  });
  afterEach(() => restoreClock());

  const later = (ms: number) => {
    restoreClock = useClock({ now: () => new Date(Date.now() + ms) });
  };

  test("a signature by another key", async () => {
    const signature = await signOption(option, stranger);
    await expectRefused(() => confirm(api, paymentId, option.id, signature), 422, "params_validation");
  });

  test("the signature for another payment", async () => {
    const other = await api.createPayment();
    const otherOption = await getFirstOption(api, other.paymentId, buyer);
    const signature = await signOption(otherOption, buyer);
    await expectRefused(() => confirm(api, paymentId, option.id, signature), 422, "params_validation");
    await expectRefused(() => confirm(api, paymentId, otherOption.id, signature), 400, "params_validation");
  });

  test("bytes that aren't a signature", () =>
    expectRefused(() => confirm(api, paymentId, option.id, "0x1234"), 422, "params_validation"));

  test("an option that does not exist", () =>
    expectRefused(() => confirm(api, paymentId, "opt_01J00000000000000000000000", "0x12"), 400, "params_validation"));

  test("more results than actions, or none", async () => {
    const path = `/v1/gateway/payment/${paymentId}/confirm`;
    for (const body of [confirmBody(option.id, "0x12", "0x34"), confirmBody(option.id)]) {
      await expectRefused(() => api.gateway("POST", path, body), 400, "params_validation");
    }
  });

  test("an expired quote", async () => {
    const signature = await signOption(option, buyer);
    later(5 * 60_000 + 1_000);
    await expectRefused(() => confirm(api, paymentId, option.id, signature), 400, "quote_expired");
  });

  test("an expired payment", async () => {
    const signature = await signOption(option, buyer);
    later(15 * 60_000);
    await expectRefused(() => confirm(api, paymentId, option.id, signature), 410, "payment_expired");
    const { body } = await api.merchant("GET", `/v1/payments/${paymentId}/status`);
    expect(body).toEqual({ live: true, status: "expired", isFinal: true, pollInMs: null, info: null });
  });

  test("a balance that covered the option and no longer does", async () => {
    const signature = await signOption(option, buyer);
    const snapshot = await chain.client.snapshot();
    const token = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
    const abi = [
      {
        type: "function",
        name: "transfer",
        stateMutability: "nonpayable",
        inputs: [
          { name: "to", type: "address" },
          { name: "value", type: "uint256" },
        ],
        outputs: [{ type: "bool" }],
      },
    ] as const;
    await chain.client.impersonateAccount({ address: buyer.address });
    const emptied = { account: buyer.address, chain: null, address: token, abi, functionName: "transfer" } as const;
    const hash = await chain.client.writeContract({ ...emptied, args: [stranger.address, 9_995_000_000n] });
    await chain.client.waitForTransactionReceipt({ hash });
    const answer = await expectRefused(() => confirm(api, paymentId, option.id, signature), 422, "params_validation");
    expect(answer.body.issues).toEqual([
      {
        field: "optionId",
        message:
          "can't be collected: the account's balance is smaller than the amount; add funds or choose another option",
      },
    ]);
    await chain.client.revert({ id: snapshot });
  });
});

test("an account without enough of any token is offered nothing", async () => {
  const { paymentId } = await api.createPayment({ amount: { unit: "iso4217/USD", value: "100000000" } });
  expect(await getOptions(api, paymentId, buyer)).toEqual([]);
});
