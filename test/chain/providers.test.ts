import { type Hex, hexToBigInt, toEventSelector } from "viem";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Token } from "#lib/chain/tokens.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { log } from "#lib/log/log.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { type NodeCall, type NodeProxy, type NodeRule, startNodeProxy } from "#test/chain/node-proxy.ts";
import { confirmWith, listOffers, perform } from "#test/chain/payer.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal, awaitSettlement } from "#test/stack/wallet.ts";
import { until } from "#test/until.ts";
import { type Receiver, startReceiver } from "#test/webhooks/receiver.ts";

// Web and worker use one node per chain, and each chain has a provider of another kind. The tests wait at the same time.
const dead = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const slow = getToken("eip155:42161/erc20:0xaf88d065e77c8cC2239327C5EDb3A432268e5831");
const limited = getToken("eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955");
const tokens = [dead, slow, limited];
const latencyMs = 1_500;
/** The rest of the outage after its alarm. */
const outageMs = 0;

let till: Till;
let receiver: Receiver;
const nodes = new Map<number, NodeProxy>();
const logged: Record<string, unknown>[] = [];

const chainOf = ({ chainId }: Token) => till.chains.find((chain) => chain.chainId === chainId) as TestChain;
const nodeOf = ({ chainId }: Token) => nodes.get(chainId) as NodeProxy;

beforeAll(async () => {
  const proxy = async ({ chainId, rpcUrl }: TestChain) => {
    const node = await startNodeProxy(rpcUrl);
    nodes.set(chainId, node);
    return node.url;
  };
  receiver = await startReceiver();
  const env = { ALARM_WEBHOOK_URL: receiver.url(), ALARM_WEBHOOK_SECRET: `whsec_${"a".repeat(32)}` };
  till = await startTill({ chainIds: tokens.map(({ chainId }) => chainId), proxy, env });
  for (const level of ["warn", "error"] as const) {
    vi.spyOn(log(), level).mockImplementation((facts: unknown) => void logged.push(facts as Record<string, unknown>));
  }
  nodeOf(slow).misbehave(() => ({ delayMs: latencyMs }));
  nodeOf(limited).misbehave(tenBlocks);
  await chainOf(limited).client.mine({ blocks: 300 });
  await till.startWorker();
});
afterAll(async () => {
  await till.stop();
  for (const node of nodes.values()) await node.stop();
  await receiver.stop();
});

const rangeOf = ({ params }: NodeCall) => {
  const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex };
  return hexToBigInt(toBlock) - hexToBigInt(fromBlock) + 1n;
};
const transferTopic = toEventSelector("Transfer(address,address,uint256)");
const isSearchForTransfers = ({ params }: NodeCall) =>
  (params[0] as { topics?: unknown[] }).topics?.[0] === transferTopic;
const isTooWide = (call: NodeCall) => call.method === "eth_getLogs" && rangeOf(call) > 10n;
const message = "Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.";
const tenBlocks: NodeRule = (call) => (isTooWide(call) ? { error: { code: -32_600, message } } : null);

type Confirmed = { api: ApiClient; partner: TestPartner; paymentId: string; account: string };

async function confirmed(token: Token, name = "buyer"): Promise<Confirmed> {
  const amount = 10n * 10n ** BigInt(token.decimals);
  const allowance = token.method === "permit2" ? amount : 0n;
  const payer = await createPayer(chainOf(token), name, { token, kind: "key", amount, allowance });
  const partner = await createPartner();
  const api = createApiClient(till.baseUrl, partner);
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, token.chainId, payer.account);
  if (option === undefined) throw new Error("no option");
  const answer = await confirmWith(api, paymentId, option, await perform(option, payer));
  expect([answer.status, answer.body.status]).toEqual([200, "processing"]);
  return { api, partner, paymentId, account: payer.account };
}

const untilLogged = (facts: Record<string, unknown>) =>
  until(JSON.stringify(facts), () =>
    logged.some((line) => Object.entries(facts).every(([key, value]) => line[key] === value)),
  );

type Notice = { event: string; kind: string; subject: string };

/** Resolves when the operator's webhook has got an alarm about a chain. */
const untilDelivered = (event: "raised" | "recovered", chainId: number) =>
  until(`the alarm to be delivered as ${event}`, () =>
    receiver.received
      .flatMap((webhook) => webhook.event.data.alarms as Notice[])
      .some((one) => one.event === event && one.kind === "chain_down" && one.subject === String(chainId)),
  );

describe.concurrent("payments with a single provider", () => {
  test("that takes 1.5 s for every answer: offered, confirmed, sent, watched and final", async () => {
    const { api, paymentId } = await confirmed(slow);
    expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  });

  test("that allows ten blocks of logs: held money is found unpaid by one search for all payouts, and paid out", async () => {
    const held = await Promise.all(["first", "second"].map((name) => confirmed(limited, name)));
    await Promise.all(
      held.map(async ({ api, partner, paymentId, account }) => {
        expect(await awaitFinal(api, paymentId)).toBe("succeeded");
        await setDestination(partner, limited, account as Hex);
        const scope = { partnerId: partner.partnerId, merchantId: null };
        await inTransaction((tx) => payOutNow(tx, scope, paymentId));
        await awaitSettlement(api, paymentId);
      }),
    );
    const queries = nodeOf(limited).calls.filter(({ method }) => method === "eth_getLogs");
    expect(queries.filter(isTooWide).length).toBeLessThan(12);
    const searches = queries
      .filter((call) => isSearchForTransfers(call) && !isTooWide(call))
      .map(({ params }) => params[0]);
    expect(searches.length).toBeGreaterThan(30);
    expect(new Set(searches.map((query) => JSON.stringify(query))).size).toBe(searches.length);
  });

  test("that is down: an alarm is delivered within 60 s though no payment waits, and its recovery; 503 for its options, and everything continues", async () => {
    const { chainId } = dead;
    nodeOf(dead).misbehave(() => "drop");
    await untilLogged({ alarm: "chain_down", chainId });
    await untilDelivered("raised", chainId);
    const api = createApiClient(till.baseUrl, await createPartner());
    const { paymentId } = await api.createPayment();
    const accounts = { accounts: [`eip155:${chainId}:${chainOf(dead).accounts.relayer.address}`] };
    const options = () => api.gateway("POST", `/v1/gateway/payment/${paymentId}/options`, accounts);
    expect((await options()).status).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, outageMs));
    nodeOf(dead).misbehave();
    await untilLogged({ recovered: "chain_down", chainId });
    const recovered = untilDelivered("recovered", chainId);
    await until("options", async () => (await options()).status === 200);
    const { paymentId: next } = await confirmed(dead);
    expect(await awaitFinal(api, next)).toBe("succeeded");
    await recovered;
  });
});
