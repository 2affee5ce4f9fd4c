import { encodeFunctionData, type Hex, keccak256, stringToHex, toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { erc20Abi, permit2Address } from "#lib/chain/contracts.ts";
import { deploymentGasCap } from "#lib/chain/gas-cap.ts";
import { queueTransaction } from "#lib/chain/relay/sending/queue-transaction.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { startService } from "#scripts/stack/service.ts";
import { createPayer } from "#test/chain/fresh-payer.ts";
import { confirmWith, listOffers, perform, type WireOption } from "#test/chain/payer.ts";
import { type SlowNode, startSlowNode } from "#test/chain/slow-node.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { createDeployment } from "#test/domain/create-deployments.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { awaitFinal } from "#test/stack/wallet.ts";

const usdc = getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d");
const price = 10n * 10n ** 18n;
/** Calldata for which the node takes a minute to estimate the gas. */
const heavy: Hex = "0x6865617679";
let everyMs = 0;
/** The gas limit of the estimate that the node received. */
let heaviest: unknown;
let node: SlowNode;
let till: Till;
let chain: TestChain;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill({ chainIds: [56] });
  chain = till.chains[0] as TestChain;
  node = await startSlowNode(chain.rpcUrl, (calls) => {
    const found = calls.find(
      ({ method, params }) => method === "eth_estimateGas" && JSON.stringify(params).includes(heavy),
    );
    if (found === undefined) return everyMs;
    heaviest = (found.params as { gas?: string }[])[0]?.gas;
    return 60_000;
  });
  api = createApiClient(till.baseUrl, await createPartner());
});
afterAll(async () => {
  await till.stop();
  await node.stop();
});

/** Starts a worker; only it uses the slow node. */
const startWorker = () => startService("scripts/worker.ts", { env: { ...till.env, RPC_URLS_56: node.url } });

async function prepare(name: string, allowance: bigint) {
  const payer = await createPayer(chain, name, { token: usdc, kind: "key", amount: price, allowance });
  const { paymentId } = await api.createPayment();
  const [option] = await listOffers(api, paymentId, 56, payer.account);
  if (option === undefined) throw new Error("there is no option");
  return { payer, paymentId, option: option as WireOption };
}

test("a transaction whose gas estimate never ends delays no other", async () => {
  const { payer, paymentId, option } = await prepare("behind another", price);
  const wallet = chain.accounts.relayer.address;
  const purpose = await createDeployment();
  const call = { target: usdc.address, calldata: heavy };
  await inTransaction((tx) => queueTransaction(tx, { chainId: 56, wallet, purpose, ...call }));
  expect((await confirmWith(api, paymentId, option, await perform(option, payer))).status).toBe(200);
  const worker = await startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  expect(heaviest).toBe(toHex(deploymentGasCap));
  await worker.stop();
});

test("a node that is slow, not dead: a payment that waits for its approval is collected", async () => {
  const { payer, paymentId, option } = await prepare("slowly", 0n);
  await chain.client.setAutomine(false);
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [permit2Address, price] });
  const results = await perform(option, { ...payer, send: async () => keccak256(stringToHex("unknown")) });
  const answer = await confirmWith(api, paymentId, option, results);
  expect([answer.status, answer.body.status]).toEqual([200, "processing"]);
  await chain.client.setAutomine(true);
  await payer.send(usdc.address, data);
  everyMs = 900;
  const worker = await startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  everyMs = 0;
  await worker.stop();
});
