import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { simulatedChainId } from "#lib/core/account-mode.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { CollectionChecks } from "#lib/domain/payments/collection/check-collections.ts";
import { reportOldPayments } from "#lib/domain/payments/collection/report-old-payments.ts";
import { listInconsistentPayments, listMisbooked } from "#lib/domain/payments/ledger/checks-repository.ts";
import { listInconsistentRefunds } from "#lib/domain/payments/ledger/refund-checks.ts";
import { requestReceipt } from "#lib/domain/payments/receipts/request-receipt.ts";
import { readFigures } from "#lib/domain/platform/metrics/repository.ts";
import { pay } from "#scripts/pay/pay.ts";
import { createSettledPartner } from "#test/api/create-ids.ts";
import { type Answer, type Api, startApi } from "#test/api/start-api.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import type { TestPartner } from "#test/stack/partner.ts";
import { createPayClient } from "#test/stack/pay-sdk.ts";
import { until } from "#test/until.ts";

const buyer = privateKeyToAccount(`0x${"42".repeat(32)}`);
const other = privateKeyToAccount(`0x${"43".repeat(32)}`);
const account = `eip155:31337:${buyer.address}`;

let api: Api;
let live: TestPartner;
let partner: TestPartner;

beforeAll(async () => {
  // A live chain is enabled, and its node doesn't answer: no request of test mode needs it.
  const mail = {
    PUBLIC_URL: "http://localhost:3000",
    MAIL_TO_CONSOLE: "true",
    DATA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  api = await startApi({ RPC_URLS_8453: "http://127.0.0.1:1", ...mail });
});
beforeEach(async () => {
  live = await createSettledPartner();
  partner = await createSettledPartner({ testOf: live.partnerId });
});
afterAll(() => api.stop());

type Action = { walletRpc: { method: string; params: string } };
type Option = { id: string; amount: { unit: string; value: string }; actions: Action[] };

async function createPayment(owner: TestPartner, unit = "iso4217/USD", value = "2490"): Promise<string> {
  const { body, text } = await api.as(owner)("POST", "/v1/payments", { referenceId: "r", amount: { unit, value } });
  expect(body.paymentId, text).toBeDefined();
  return String(body.paymentId);
}

/** Sends as a wallet with an App-Id of whichever partner, which reaches any payment by its id. */
const asWallet = (path: string, body: unknown): Promise<Answer> =>
  api.send("POST", path, body, { "app-id": live.appId });

async function optionsOf(id: string): Promise<Option[]> {
  const { body, text } = await asWallet(`/v1/gateway/payment/${id}/options`, { accounts: [account] });
  expect(body.options, text).toBeDefined();
  return body.options as Option[];
}

async function sign(option: Option, by = buyer): Promise<string> {
  const [action] = option.actions;
  expect([option.actions.length, action?.walletRpc.method]).toEqual([1, "eth_signTypedData_v4"]);
  const [, typed] = JSON.parse(action?.walletRpc.params ?? "[]") as [string, string];
  const { EIP712Domain: _, ...types } = JSON.parse(typed).types;
  return by.signTypedData({ ...JSON.parse(typed), types });
}

const confirm = (id: string, optionId: string, signature: string) =>
  asWallet(`/v1/gateway/payment/${id}/confirm`, { optionId, results: [{ type: "walletRpc", data: [signature] }] });

/** Does what a worker does about once a second. */
async function work(): Promise<void> {
  const checks = new CollectionChecks(simulatedChainId);
  await checks.startDue();
  await checks.settle();
}

/** The rows of every table that is about money. */
async function moneyRows(): Promise<Record<string, unknown>> {
  const tables = ["relay_transaction", "relay_submission", "chain_transfer", "payout", "bulk_payout", "gas_charge"];
  const books = ["ledger_entry", "wallet_entry", "wallet_transfer", "movement", "settlement_month"];
  const counts = [...tables, ...books].map((table) => `'${table}', (SELECT count(*) FROM ${table})`);
  const [row] = await api.query<{ counts: Record<string, unknown> }>(`SELECT jsonb_build_object(${counts}) AS counts`);
  return Object.fromEntries(Object.entries(row?.counts ?? {}).filter(([, count]) => count !== 0));
}

describe("a wallet", () => {
  test("is offered every supported token on the test network, pays by one signature, and succeeds by a worker", async () => {
    const id = await createPayment(partner);
    const options = await optionsOf(id);
    expect(options.map(({ amount }) => amount.unit.slice(0, 20))).toEqual(Array(6).fill("caip19/eip155:31337/"));
    const [option] = options;
    if (option === undefined) throw new Error("nothing is offered");
    const answer = await confirm(id, option.id, await sign(option));
    expect([answer.status, answer.body.status], answer.text).toEqual([200, "processing"]);
    await work();
    const { body } = await api.as(partner)("GET", `/v1/payments/${id}`);
    expect(body).toMatchObject({ live: false, status: "succeeded", settlement: { successful: {} } });
    expect(await moneyRows()).toEqual({});
  });

  test("is refused a signature of another key, as on a live chain", async () => {
    const id = await createPayment(partner);
    const [option] = await optionsOf(id);
    if (option === undefined) throw new Error("nothing is offered");
    const { status, body } = await confirm(id, option.id, await sign(option, other));
    expect([status, body.code]).toEqual([422, "params_validation"]);
    expect((await api.as(partner)("GET", `/v1/payments/${id}/status`)).body.status).toBe("requires_action");
  });

  test("of a contract is accepted unseen, and its payment says so", async () => {
    const id = await createPayment(partner);
    const [option] = await optionsOf(id);
    expect((await confirm(id, option?.id ?? "", `0x${"ab".repeat(96)}`)).body.status).toBe("processing");
    const [confirmed] = await api.query(
      "SELECT data ->> 'isUnchecked' AS unchecked FROM payment_event WHERE payment_id = $1",
      [id],
    );
    expect(confirmed).toEqual({ unchecked: "true" });
  });

  test("pays one payment once, by the worker or by an advance", async () => {
    const id = await createPayment(partner);
    const [option] = await optionsOf(id);
    if (option === undefined) throw new Error("nothing is offered");
    await confirm(id, option.id, await sign(option));
    const move = () => api.as(partner)("POST", `/v1/test/payments/${id}/advance`, { to: "succeeded" });
    await Promise.all([move(), move(), work(), work()]);
    const types = await api.query<{ type: string }>(
      "SELECT type FROM payment_event WHERE payment_id = $1 ORDER BY version",
      [id],
    );
    expect(types.map(({ type }) => type)).toEqual(["confirmed", "collected", "settled"]);
  });

  test("signs a requested refund, which succeeds by a worker", async () => {
    const id = await createPayment(partner);
    await api.as(partner)("POST", `/v1/test/payments/${id}/advance`, { to: "succeeded" });
    const refund = await api.as(partner)("POST", "/v1/refunds", { paymentId: id, mode: "request" });
    expect([refund.status, refund.body.live], refund.text).toEqual([200, false]);
    const token = String(refund.body.url).split("/").at(-1);
    const offered = await asWallet(`/v1/refund-requests/${token}/options`, { account });
    const [option] = (offered.body.options ?? []) as Option[];
    if (option === undefined) throw new Error(offered.text);
    const results = [{ type: "walletRpc", data: [await sign(option)] }];
    const confirmed = await asWallet(`/v1/refund-requests/${token}/confirm`, { optionId: option.id, results });
    expect(confirmed.body.status, confirmed.text).toBe("processing");
    await work();
    expect((await api.as(partner)("GET", `/v1/payments/${id}`)).body).toMatchObject({ refund: { status: "full" } });
    expect(await moneyRows()).toEqual({});
  });
});

describe("pays a test payment, unchanged:", () => {
  /** Works as a worker does until the payment has succeeded. */
  const succeed = (id: string) =>
    until("the payment to succeed", async () => {
      await work();
      return (await api.as(partner)("GET", `/v1/payments/${id}/status`)).body.status === "succeeded";
    });

  test("npm run pay", async () => {
    const id = await createPayment(partner);
    const privateKey = `0x${"42".repeat(32)}` as const;
    const paid = pay({ link: `${api.baseUrl}/pay/${id}`, appId: live.appId, privateKey });
    await succeed(id);
    expect(await paid).toMatchObject({ status: "succeeded", isFinal: true });
  });

  test("a wallet on the published Pay SDK", async () => {
    const id = await createPayment(partner);
    const sdk = await createPayClient({ baseUrl: api.baseUrl, apiKey: partner.apiKey });
    const accounts = [`eip155:8453:${buyer.address}`];
    const { paymentId, options } = await sdk.getPaymentOptions({ paymentLink: id, accounts, includePaymentInfo: true });
    const optionId = options[0]?.id ?? "";
    const actions = await sdk.getRequiredPaymentActions({ paymentId, optionId });
    const signature = await sign({ ...(options[0] as unknown as Option), actions: actions as unknown as Action[] });
    const confirmed = sdk.confirmPayment({ paymentId, optionId, signatures: [signature] });
    await succeed(id);
    expect(await confirmed).toMatchObject({ status: expect.stringMatching(/processing|succeeded/) });
  });
});

describe("the modes stay apart:", () => {
  test("a live payment is never offered on the test network, nor priced in its tokens", async () => {
    const id = await createPayment(live);
    const answer = await asWallet(`/v1/gateway/payment/${id}/options`, { accounts: [account] });
    expect([answer.status, answer.body.options]).toEqual([200, []]);
    const unit = "caip19/eip155:31337/erc20:0x7E57b84d843A5fDb690ad83AF10DD39d38ba9d01";
    const refused = await api.as(live)("POST", "/v1/payments", {
      referenceId: "r",
      amount: { unit, value: "2490000" },
    });
    expect([refused.status, refused.body.code]).toEqual([400, "params_validation"]);
  });

  test("a test payment is never offered on a live chain, nor priced in its tokens", async () => {
    const id = await createPayment(partner);
    // The account on Base stands for the same one on the test network.
    const accounts = [`eip155:8453:${buyer.address}`];
    const { body } = await asWallet(`/v1/gateway/payment/${id}/options`, { accounts });
    const options = body.options as (Option & { account: string })[];
    expect(options.map((one) => [one.account, one.amount.unit.slice(0, 20)])).toEqual(
      Array(6).fill([accounts[0], "caip19/eip155:31337/"]),
    );
    const unit = "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
    const amount = { unit, value: "2490000" };
    const refused = await api.as(partner)("POST", "/v1/payments", { referenceId: "r", amount });
    expect([refused.status, refused.body.code]).toEqual([400, "params_validation"]);
  });

  test("a test payment can't be confirmed by an option of a live payment, nor the reverse", async () => {
    const [first, second] = [await createPayment(partner), await createPayment(live)];
    const [option] = await optionsOf(first);
    if (option === undefined) throw new Error("nothing is offered");
    const answer = await confirm(second, option.id, await sign(option));
    expect([answer.status, answer.body.code]).toEqual([400, "params_validation"]);
  });

  test("a merchant's money goes to accounts of its own mode only", async () => {
    const address = buyer.address;
    const entry = (chain: string, token: string) => ({
      settlements: [{ asset: `${chain}/erc20:${token}`, destination: `${chain}:${address}` }],
    });
    const onBase = entry("eip155:8453", "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42");
    const onTest = entry("eip155:31337", "0x7E5788Fb34ed697dF6Ae79F46B69b52A31D6fB32");
    for (const [owner, body] of [
      [partner, onBase],
      [live, onTest],
    ] as const) {
      const path = `/v1/merchants/${owner.merchantId}/settlements/crypto`;
      const { status, body: answer } = await api.as(owner)("POST", path, body);
      expect([status, answer.code]).toEqual([400, "params_validation"]);
    }
  });

  test("a test payment sends no receipt by email, which would be free spam under any merchant's name", async () => {
    const id = await createPayment(partner);
    await api.as(partner)("POST", `/v1/test/payments/${id}/advance`, { to: "succeeded" });
    const paid = await createTestPayment(live);
    await bringTo(paid, "succeeded");
    await api.query("UPDATE merchant SET sends_receipts = true");
    await requestReceipt(paid, "buyer@shop.example", "en");
    await expect(requestReceipt(id, "stranger@shop.example", "en")).rejects.toMatchObject({ code: "forbidden" });
  });

  test("the operator's books, alarms and figures know nothing of test payments", async () => {
    const [paid, stuck] = [await createPayment(partner), await createPayment(partner)];
    await createPayment(partner);
    const move = (id: string, to: string) => api.as(partner)("POST", `/v1/test/payments/${id}/advance`, { to });
    await move(paid, "succeeded");
    await api.as(partner)("POST", "/v1/refunds", { paymentId: paid });
    await move(stuck, "processing");
    await api.query("UPDATE payment_attempt SET created_at = created_at - interval '2 hours' WHERE payment_id = $1", [
      stuck,
    ]);
    await reportOldPayments();
    expect(await listMisbooked(database, 10)).toEqual([]);
    const own = [paid, stuck] as PaymentId[];
    for (const only of [undefined, { payments: own }]) {
      const found = await listInconsistentPayments(database, 10, only);
      expect(found.filter(({ id }) => own.includes(id))).toEqual([]);
    }
    for (const only of [null, own]) expect(await listInconsistentRefunds(database, 10, only)).toEqual([]);
    expect(await api.query("SELECT kind FROM alarm WHERE kind = 'processing_age'")).toEqual([]);
    const others =
      "SELECT count(*)::int AS count FROM payment WHERE status = 'requires_action' AND partner_id LIKE 'prt_%'";
    expect(await readFigures("open")).toEqual(await api.query(others));
    expect(await readFigures("attempts")).toEqual([]);
    expect(await moneyRows()).toEqual({});
  });
});
