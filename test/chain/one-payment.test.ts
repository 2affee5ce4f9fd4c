import { afterAll, beforeAll, expect, test } from "vitest";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { pay } from "#scripts/pay/pay.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
let till: Till;
let partner: TestPartner;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill();
  const address = till.chains[0]?.accounts.merchant.address ?? "0x";
  partner = await createPartner({ settlements: [{ token: usdc, address }] });
  api = createApiClient(till.baseUrl, partner);
  await till.startWorker();
});
afterAll(() => till.stop());

test("a signed payment is collected, proven by its log and paid out to the merchant, to the unit", async () => {
  const [chain] = till.chains;
  if (chain === undefined) throw new Error("no chain");
  const { buyers, relayer, merchant } = chain.accounts;
  const [buyer] = buyers;
  if (buyer === undefined) throw new Error("no buyer");
  const balanceOf = (account: `0x${string}`) =>
    chain.client.readContract({ address: usdc.address, abi: erc20Abi, functionName: "balanceOf", args: [account] });
  const parties = [buyer.address, relayer.address, merchant.address] as const;
  const before = await Promise.all(parties.map(balanceOf));

  const { paymentId, link } = await api.createPayment({ amount: { unit: "iso4217/USD", value: "1250" } });
  const steps: string[] = [];
  const final = await pay({ link, appId: partner.appId, privateKey: buyer.privateKey, onStep: (s) => steps.push(s) });
  expect(final.status).toBe("succeeded");

  const details = await until("the settlement", async () => {
    const { body } = await api.merchant("GET", `/v1/payments/${paymentId}`);
    return body.settlement === null ? null : body;
  });
  const { info, settlement } = details as {
    info: { txId: `0x${string}` };
    settlement: { successful: { txId: `0x${string}`; amount: { unit: string } } };
  };
  const receipts = await Promise.all(
    [info.txId, settlement.successful.txId].map((hash) => chain.client.getTransactionReceipt({ hash })),
  );
  expect(receipts.map(({ status }) => status)).toEqual(["success", "success"]);
  const after = await Promise.all(parties.map(balanceOf));
  // 12.50 USDC; the fee is 0.10 and 0.4 % of it.
  const fee = 100_000n + 50_000n;
  expect(after.map((balance, index) => balance - (before[index] ?? 0n))).toEqual([
    -12_500_000n,
    fee,
    12_500_000n - fee,
  ]);
});
