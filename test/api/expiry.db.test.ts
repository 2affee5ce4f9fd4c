import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { expirePayments } from "#lib/domain/payments/expire-payments.ts";
import { type Answer, type Api, startApi } from "#test/api/start-api.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";
import { until } from "#test/until.ts";

/** Records the expiry of every overdue payment; one call takes at most 500. */
const untilNoneExpires = () => until("the last overdue payment", async () => (await expirePayments()) === 0);

const account = "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
let api: Api;
let partner: TestPartner;
let id: PaymentId;
let expiresAtMs: number;
let restoreClock = () => {};

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  partner = await createPartner();
  expiresAtMs = (Math.floor(Date.now() / 1_000) + 600) * 1_000;
  id = await createTestPayment(partner, { expiresAt: expiresAtMs / 1_000 });
});
afterEach(() => restoreClock());
afterAll(() => api.stop());

const asMerchant = (method: string, path: string) => api.as(partner)(method, path);
const asBuyer = (method: string, path: string, body?: unknown) =>
  api.send(method, path, body, { "app-id": partner.appId });
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ""}`.trim();

async function listedAs(status: string): Promise<number[]> {
  const { body } = await asMerchant("GET", `/v1/payments?status=${status}`);
  return [(body.data as unknown[]).length, (body.stats as { totalTransactions: number }).totalTransactions];
}

/** The status of the payment in every response that shows it. */
async function readStatuses() {
  const details = await asMerchant("GET", `/v1/payments/${id}`);
  const status = await asMerchant("GET", `/v1/payments/${id}/status`);
  const gatewayStatus = await asBuyer("GET", `/v1/gateway/payment/${id}/status`);
  const info = await asBuyer("GET", `/v1/gateway/payment/${id}`);
  const path = `/v1/gateway/payment/${id}/options?includePaymentInfo=true`;
  const offer = await asBuyer("POST", path, { accounts: [account] });
  const { body: page } = await asMerchant("GET", "/v1/payments");
  const [item] = page.data as { status: string; isTerminal: boolean }[];
  return {
    details: details.body.status,
    status: [status.body.status, status.body.isFinal, status.body.pollInMs],
    gatewayStatus: [gatewayStatus.body.status, gatewayStatus.body.isFinal, gatewayStatus.body.pollInMs],
    info: info.body.status,
    offer: [(offer.body.info as { status: string }).status, offer.body.options],
    item: [item?.status, item?.isTerminal],
    listed: { requires_action: await listedAs("requires_action"), expired: await listedAs("expired") },
  };
}

const open = {
  details: "requires_action",
  status: ["requires_action", false, 1_000],
  gatewayStatus: ["requires_action", false, 1_000],
  info: "requires_action",
  offer: ["requires_action", []],
  item: ["requires_action", false],
  listed: { requires_action: [1, 1], expired: [0, 0] },
};
const expired = {
  details: "expired",
  status: ["expired", true, null],
  gatewayStatus: ["expired", true, null],
  info: "expired",
  offer: ["expired", null],
  item: ["expired", true],
  listed: { requires_action: [0, 0], expired: [1, 1] },
};

describe("a payment's expiry", () => {
  test("shows in every response from its exact millisecond on; recording it changes nothing", async () => {
    let nowMs = expiresAtMs - 1;
    restoreClock = useClock({ now: () => new Date(nowMs) });
    expect(await readStatuses()).toEqual(open);
    nowMs = expiresAtMs;
    expect(await readStatuses()).toEqual(expired);
    expect(await api.query("SELECT status FROM payment WHERE id = $1", [id])).toEqual([{ status: "requires_action" }]);
    await untilNoneExpires();
    expect(await api.query("SELECT status FROM payment WHERE id = $1", [id])).toEqual([{ status: "expired" }]);
    expect(await readStatuses()).toEqual(expired);
  });

  test.for([
    ["not recorded", false],
    ["recorded", true],
  ] as const)("closes what a buyer and a merchant can do, %s", async ([, isRecorded]) => {
    let nowMs = expiresAtMs - 1;
    restoreClock = useClock({ now: () => new Date(nowMs) });
    const optionId = "opt_01J00000000000000000000000";
    const confirming = { optionId, results: [{ type: "walletRpc", data: ["0x12"] }] };
    const tries = async () => [
      codeOf(await asBuyer("POST", `/v1/gateway/payment/${id}/confirm`, confirming)),
      codeOf(await asBuyer("POST", `/v1/gateway/payment/${id}/fetch`, { optionId })),
    ];
    expect(await tries()).toEqual(["400 params_validation", "400 params_validation"]);
    nowMs = expiresAtMs;
    if (isRecorded) await untilNoneExpires();
    expect(await tries()).toEqual(["410 payment_expired", "410 payment_expired"]);
    expect(codeOf(await asMerchant("POST", `/v1/payments/${id}/cancel`))).toBe("400 invalid_state");
    expect(codeOf(await asBuyer("POST", `/v1/gateway/payment/${id}/cancel`))).toBe("400 invalid_state");
  });
});
