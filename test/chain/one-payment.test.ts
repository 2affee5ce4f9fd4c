import { getAddress, type Hex } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { erc20Abi } from "#lib/chain/contracts.ts";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import type { Address } from "#lib/core/caip.ts";
import { log } from "#lib/log/log.ts";
import { startTracing, stopTracing, traceIdsOf } from "#lib/log/tracing.ts";
import { pay } from "#scripts/pay/pay.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { type OtlpCollector, startOtlpCollector } from "#test/stack/otlp-collector.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { signOption } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";
import { Till as Client } from "../../sdk/src/till.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const feeRecipient = getAddress("0xfee1c0de2b3a4958677685940312a1b0c9d8e7f6");
// 12.50 USDC; the fee is 0.10 and 0.4 % of it.
const amount = 12_500_000n;
const fee = 100_000n + 50_000n;
let till: Till;
let chain: TestChain;
let partner: TestPartner;
let api: ApiClient;
let collector: OtlpCollector;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  collector = await startOtlpCollector();
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "50" };
  till = await startTill({ env: { FEE_RECIPIENT_8453: feeRecipient, ...tracing } });
  vi.spyOn(log(), "info").mockImplementation((facts: unknown) => void logged.push(facts as Record<string, unknown>));
  chain = till.chains[0] as TestChain;
  partner = await createPartner({ settlements: [{ token: usdc, address: chain.accounts.merchant.address }] });
  api = createApiClient(till.baseUrl, partner);
  await till.startWorker();
});
afterAll(async () => {
  await till.stop();
  await collector.stop();
});

const balanceOf = (account: Address) =>
  chain.client.readContract({ address: usdc.address, abi: erc20Abi, functionName: "balanceOf", args: [account] });

/** The hashes of the transactions that an account sent after a block. */
async function sentBy(account: Address, sinceBlock: bigint): Promise<Hex[]> {
  const newest = await chain.client.getBlockNumber();
  const numbers = Array.from({ length: Number(newest - sinceBlock) }, (_, index) => sinceBlock + 1n + BigInt(index));
  const blocks = await Promise.all(
    numbers.map((blockNumber) => chain.client.getBlock({ blockNumber, includeTransactions: true })),
  );
  const sent = blocks.flatMap(({ transactions }) => transactions);
  return sent.filter(({ from }) => from.toLowerCase() === account.toLowerCase()).map(({ hash }) => hash);
}

test("a signed payment is collected and settled in one transaction, to the unit, and the relayer holds none of it", async () => {
  const { buyers, relayer, merchant } = chain.accounts;
  const [buyer] = buyers;
  if (buyer === undefined) throw new Error("no buyer");
  const parties = [buyer.address, merchant.address, feeRecipient, relayer.address, defaultRouter] as const;
  const before = await Promise.all(parties.map(balanceOf));
  const sinceBlock = await chain.client.getBlockNumber();
  const nonce = await chain.client.getTransactionCount({ address: relayer.address });

  const { paymentId, link } = await api.createPayment({ amount: { unit: "iso4217/USD", value: "1250" } });
  const final = await pay({ link, appId: partner.appId, privateKey: buyer.privateKey, onStep: () => {} });
  expect(final.status).toBe("succeeded");
  // Settled at the moment of its success, without waiting.
  const { body } = await api.merchant("GET", `/v1/payments/${paymentId}`);
  const { info, settlement } = body as {
    info: { txId: Hex };
    settlement: { successful: { txId: Hex } };
  };
  expect(settlement.successful.txId).toBe(info.txId);
  expect(await chain.client.getTransactionReceipt({ hash: info.txId })).toMatchObject({
    status: "success",
    from: relayer.address.toLowerCase(),
    to: defaultRouter.toLowerCase(),
  });

  // Nothing follows either: the worker has nothing left to send.
  await chain.client.mine({ blocks: 5 });
  expect(await sentBy(relayer.address, sinceBlock)).toEqual([info.txId]);
  expect(await chain.client.getTransactionCount({ address: relayer.address, blockTag: "pending" })).toBe(nonce + 1);
  const after = await Promise.all(parties.map(balanceOf));
  const changes = after.map((balance, index) => balance - (before[index] ?? 0n));
  expect(changes).toEqual([-amount, amount - fee, fee, 0n, 0n]);
});

test("a payment is one trace from its confirmation to finality, and each of its changes one line of the log", async () => {
  const buyer = chain.accounts.buyers[0];
  if (buyer === undefined) throw new Error("no buyer");
  await startTracing("till-worker");
  const { paymentId, link } = await api.createPayment();
  await pay({ link, appId: partner.appId, privateKey: buyer.privateKey, onStep: () => {} });
  const { traceId, spanId } = traceIdsOf(paymentId);
  // The trace is reported after the commit that the buyer's poll has seen.
  await until("the root span", async () => collector.spans.some(({ name }) => name === "payment"));
  await stopTracing();
  // A broadcast has a span only if it was recorded before the receipt was.
  const isBroadcast = (name: string) => name === "relay.broadcast";
  const spans = collector.spans.filter((span) => span.traceId === traceId && !isBroadcast(span.name));
  expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId ?? null]).toSorted()).toEqual([
    ["chain.finality", spanId],
    ["collection.prepare", spanId],
    ["confirm", spanId],
    ["payment", null],
    ["relay.queue", spanId],
  ]);
  expect(spans.find(({ name }) => name === "payment")?.spanId).toBe(spanId);
  for (const { start, end } of spans) expect(end >= start).toBe(true);

  const lines = logged.filter((line) => line.paymentId === paymentId);
  const txHash = expect.stringMatching(/^0x[0-9a-f]{64}$/);
  const { partnerId } = partner;
  expect(lines).toEqual([
    { paymentId, partnerId, from: null, to: "requires_action", version: 0, events: ["created"] },
    {
      paymentId,
      partnerId,
      from: "requires_action",
      to: "processing",
      version: 1,
      events: ["confirmed"],
      chainId: 8453,
    },
    {
      paymentId,
      partnerId,
      from: "processing",
      to: "succeeded",
      version: 3,
      events: ["collected", "settled"],
      chainId: 8453,
      txHash,
    },
  ]);
});

test("the TypeScript client creates a payment, pays it as a wallet does, waits for its end, and refunds it", async () => {
  const buyer = chain.accounts.buyers[0];
  if (buyer === undefined) throw new Error("no buyer");
  const client = new Client({ baseUrl: till.baseUrl, apiKey: partner.apiKey, merchantId: partner.merchantId });
  const body = { referenceId: "1042", amount: { unit: "iso4217/USD", value: "1250" } };
  const { data: created } = await client.api.POST("/v1/payments", { body });
  const id = created?.paymentId ?? "";
  const path = { params: { path: { id } } };
  const accounts = { accounts: [`eip155:8453:${buyer.address}`] };
  const { data: offer } = await client.api.POST("/v1/gateway/payment/{id}/options", { ...path, body: accounts });
  const option = offer?.options?.[0];
  if (option === undefined) throw new Error("no option");
  const results = [{ type: "walletRpc", data: [await signOption(option, buyer)] }];
  await client.api.POST("/v1/gateway/payment/{id}/confirm", { ...path, body: { optionId: option.id, results } });
  expect(await client.waitForPayment(id)).toMatchObject({ status: "succeeded", isFinal: true });
  const { data: refund } = await client.api.POST("/v1/refunds", { body: { paymentId: id } });
  expect(refund).toMatchObject({ paymentId: id, status: "marked" });
  const { data: paid } = await client.api.GET("/v1/payments/{id}", path);
  expect(paid?.refund).toMatchObject({ refunds: [{ status: "marked" }] });
});
