import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { clock, useClock } from "#lib/core/clock.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createApp } from "#lib/domain/partners/apps/create-app.ts";
import { setBuyerDataPolicy } from "#lib/domain/payments/buyer-data/set-buyer-data-policy.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { keyPayer, type Payer, perform } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { createPayClient, type PayClient } from "#test/stack/pay-sdk.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";

const projectId = "0123456789abcdef0123456789abcdef";
let till: Till;
let chain: TestChain;
let partner: TestPartner;
let api: ApiClient;
let sdk: PayClient;
let buyer: TestChain["accounts"]["relayer"];
let stranger: TestChain["accounts"]["relayer"];
let accounts: string[];

beforeAll(async () => {
  till = await startTill({ chainIds: [8453, 56, 1] });
  chain = till.chains[0] as TestChain;
  [buyer, stranger] = chain.accounts.buyers as [typeof buyer, typeof buyer];
  accounts = [`eip155:8453:${buyer.address}`];
  partner = await createPartner();
  api = createApiClient(till.baseUrl, partner);
  // Wallet kits send their project's id, which the operator registers; the wallet itself only changes its base URL.
  const { partnerId } = partner;
  const kit = { name: "Kit wallet", icon: null, id: projectId };
  await inTransaction((tx) => createApp(tx, { partnerId, merchantId: null }, kit));
  sdk = await createPayClient({ baseUrl: till.baseUrl, appId: projectId });
  await till.startWorker();
});
afterAll(() => till.stop());

/** Gets options, actions and signatures through the SDK; only the confirm is left. */
async function prepare(client: PayClient, paymentLink: string, signer = buyer) {
  const { paymentId, options } = await client.getPaymentOptions({ paymentLink, accounts });
  const optionId = options[0]?.id ?? "";
  const actions = await client.getRequiredPaymentActions({ paymentId, optionId });
  return { paymentId, optionId, signatures: await performAll(actions, keyPayer(chain, signer.privateKey)) };
}

/** Performs the actions in the form that the SDK returns. */
function performAll(actions: Awaited<ReturnType<PayClient["getRequiredPaymentActions"]>>, payer: Payer) {
  const wire = actions.map(({ walletRpc: { chainId, method, params } }) => ({
    data: { chain_id: chainId, method, params: JSON.parse(params) as unknown[] },
  }));
  return perform({ actions: wire }, payer);
}

describe("a wallet on the published Pay SDK pays", () => {
  test("by payment id, as an app", async () => {
    const { paymentId } = await api.createPayment();
    const offered = await sdk.getPaymentOptions({ paymentLink: paymentId, accounts, includePaymentInfo: true });
    expect(offered.paymentId).toBe(paymentId);
    expect(offered.info).toMatchObject({
      status: "requires_action",
      amount: { unit: "iso4217/USD", value: "1000", display: { assetSymbol: "USD", decimals: 2 } },
      merchant: { name: "Test shop" },
    });
    expect(offered.options[0]).toMatchObject({
      account: accounts[0],
      amount: { value: "10000000", display: { assetSymbol: "USDC", decimals: 6, networkName: "Base" } },
      actions: [{ walletRpc: { chainId: "eip155:8453", method: "eth_signTypedData_v4" } }],
    });
    const confirmed = await sdk.confirmPayment(await prepare(sdk, paymentId));
    expect(confirmed).toMatchObject({
      status: "succeeded",
      isFinal: true,
      info: { txId: expect.stringMatching(/^0x[0-9a-f]{64}$/), optionAmount: { value: "10000000" } },
    });
    const after = await sdk.getPaymentOptions({ paymentLink: paymentId, accounts, includePaymentInfo: true });
    expect(after.options).toEqual([]);
    expect(after.info).toMatchObject({
      status: "succeeded",
      buyer: { accountCaip10: accounts[0], accountProviderName: "Kit wallet" },
    });
  });

  test("by payment link, with an API key", async () => {
    const { paymentId, link } = await api.createPayment();
    const keyed = await createPayClient({ baseUrl: till.baseUrl, apiKey: partner.apiKey });
    // The SDK treats a link with an unknown host as the payment's id and passes it on as such.
    const prepared = await prepare(keyed, link);
    expect(prepared.paymentId).toBe(encodeURIComponent(link));
    expect(await keyed.confirmPayment(prepared)).toMatchObject({ status: "succeeded", isFinal: true });
    // Without an app the buyer data provider has no name, which the SDK must be able to read.
    const after = await keyed.getPaymentOptions({ paymentLink: link, accounts, includePaymentInfo: true });
    expect(after.info).toMatchObject({
      status: "succeeded",
      buyer: { accountCaip10: accounts[0], accountProviderName: "" },
    });
    expect((await api.merchant("GET", `/v1/payments/${paymentId}/status`)).body.status).toBe("succeeded");
  });

  test("with actions that it asks for apart, as after a restart", async () => {
    const { paymentId } = await api.createPayment();
    const { options } = await sdk.getPaymentOptions({ paymentLink: paymentId, accounts });
    const restarted = await createPayClient({ baseUrl: till.baseUrl, appId: partner.appId });
    const optionId = options[0]?.id ?? "";
    const actions = await restarted.getRequiredPaymentActions({ paymentId, optionId });
    expect(actions).toEqual(options[0]?.actions);
    const signatures = await performAll(actions, keyPayer(chain, buyer.privateKey));
    const confirmed = await restarted.confirmPayment({ paymentId, optionId, signatures });
    expect(confirmed.status).toBe("succeeded");
  });
});

test("a wallet on the published Pay SDK performs three actions: it takes the allowance back, approves and signs", async () => {
  const ethereum = till.chains[2] as TestChain;
  const usdt = getToken("eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7");
  // USDT on Ethereum changes an allowance only from zero, so the two approvals can't be combined.
  const payer = await createPayer(ethereum, "three actions", {
    token: usdt,
    kind: "key",
    amount: 10_000_000n,
    allowance: 7n,
  });
  const { paymentId } = await api.createPayment();
  const { options } = await sdk.getPaymentOptions({ paymentLink: paymentId, accounts: [`eip155:1:${payer.account}`] });
  const optionId = options[0]?.id ?? "";
  const actions = await sdk.getRequiredPaymentActions({ paymentId, optionId });
  expect(actions.map(({ walletRpc: { method } }) => method)).toEqual([
    "eth_sendTransaction",
    "eth_sendTransaction",
    "eth_signTypedData_v4",
  ]);
  const signatures = await performAll(actions, payer);
  const confirmed = await sdk.confirmPayment({ paymentId, optionId, signatures });
  expect(confirmed).toMatchObject({ status: "succeeded", isFinal: true });
});

test("a wallet on the published Pay SDK approves and signs for Permit2, and submits both in order", async () => {
  const { paymentId } = await api.createPayment();
  const onBnb = [`eip155:56:${buyer.address}`];
  const { options } = await sdk.getPaymentOptions({ paymentLink: paymentId, accounts: onBnb });
  const optionId = options[0]?.id ?? "";
  const actions = await sdk.getRequiredPaymentActions({ paymentId, optionId });
  expect(actions.map(({ walletRpc: { chainId, method } }) => [chainId, method])).toEqual([
    ["eip155:56", "eth_sendTransaction"],
    ["eip155:56", "eth_signTypedData_v4"],
  ]);
  const signatures = await performAll(actions, keyPayer(till.chains[1] as TestChain, buyer.privateKey));
  const confirmed = await sdk.confirmPayment({ paymentId, optionId, signatures });
  expect(confirmed).toMatchObject({
    status: "succeeded",
    info: { optionAmount: { value: "10000000000000000000", display: { networkName: "BNB Smart Chain" } } },
  });
});

describe("a wallet on the published Pay SDK, when buyer data is required", () => {
  const provider = { name: "Acme", termsUrl: "https://acme.example/terms", privacyUrl: "https://acme.example/privacy" };
  const collectedData = Object.entries({
    fullName: "Ada Lovelace",
    dob: "1985-12-10",
    pobCountry: "GB",
    pobAddress: "London",
    tosConfirmed: "true",
  }).map(([id, value]) => ({ id, value }));
  let asking: ApiClient;
  let client: PayClient;

  beforeAll(async () => {
    const asker = await createPartner();
    const { partnerId } = asker;
    await setBuyerDataPolicy({ partnerId, merchantId: null }, { kind: "always", provider }, rateSource());
    asking = createApiClient(till.baseUrl, asker);
    client = await createPayClient({ baseUrl: till.baseUrl, appId: asker.appId });
  });

  test("is shown the form, gets an error without its data, and pays with the data in its confirm", async () => {
    const { paymentId } = await asking.createPayment();
    const { options, collectData } = await client.getPaymentOptions({ paymentLink: paymentId, accounts });
    expect(collectData?.url).toBe(
      `${till.baseUrl}/collect/${paymentId}?accounts=${encodeURIComponent(accounts.join(","))}`,
    );
    expect(options[0]?.collectData).toEqual(collectData);
    expect(collectData?.fields).toContainEqual(
      expect.objectContaining({ id: "dob", required: true, fieldType: "date" }),
    );
    const prepared = await prepare(client, paymentId);
    await expect(client.confirmPayment(prepared)).rejects.toThrow("Invalid option: 400");
    const confirmed = await client.confirmPayment({ ...prepared, collectedData });
    expect(confirmed.status).toBe("succeeded");
  });
});

describe("a wallet on the published Pay SDK gets the error", () => {
  let restoreClock = () => {};
  afterEach(() => restoreClock());

  test("that there is no such payment", async () => {
    const asked = sdk.getPaymentOptions({ paymentLink: "pay_01J00000000000000000000000", accounts });
    await expect(asked).rejects.toThrow("Payment not found: 404");
  });

  test("that an account is malformed", async () => {
    const { paymentId } = await api.createPayment();
    const asked = sdk.getPaymentOptions({ paymentLink: paymentId, accounts: ["eip155:8453"] });
    await expect(asked).rejects.toThrow("Invalid account: 422");
  });

  test("that the payment has expired", async () => {
    const { paymentId } = await api.createPayment();
    const prepared = await prepare(sdk, paymentId);
    const later = clock.now().getTime() + 16 * 60_000;
    restoreClock = useClock({ now: () => new Date(later) });
    await expect(sdk.confirmPayment(prepared)).rejects.toThrow("Payment expired: 410");
    const offered = await sdk.getPaymentOptions({ paymentLink: paymentId, accounts, includePaymentInfo: true });
    expect([offered.info?.status, offered.options]).toEqual(["expired", []]);
  });

  test("that the payment was cancelled", async () => {
    const { paymentId } = await api.createPayment();
    const prepared = await prepare(sdk, paymentId);
    await api.merchant("POST", `/v1/payments/${paymentId}/cancel`);
    await expect(sdk.confirmPayment(prepared)).rejects.toThrow(
      "400: The payment's status is cancelled, which doesn't allow this operation.",
    );
    const offered = await sdk.getPaymentOptions({ paymentLink: paymentId, accounts, includePaymentInfo: true });
    expect([offered.info?.status, offered.options]).toEqual(["cancelled", []]);
  });

  test("that the signature is another account's", async () => {
    const { paymentId } = await api.createPayment();
    const prepared = await prepare(sdk, paymentId, stranger);
    await expect(sdk.confirmPayment(prepared)).rejects.toThrow("Invalid signature: 422");
  });

  test("that its accounts have no funds, as an empty list of options", async () => {
    const { paymentId } = await api.createPayment();
    const empty = [`eip155:8453:${chain.accounts.merchant.address}`];
    const offered = await sdk.getPaymentOptions({ paymentLink: paymentId, accounts: empty });
    expect(offered.options).toEqual([]);
  });
});
