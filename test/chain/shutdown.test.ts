import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultRouter } from "#lib/chain/router/routers.ts";
import { startService } from "#scripts/stack/service.ts";
import { type SlowNode, startSlowNode } from "#test/chain/slow-node.ts";
import type { TestChain } from "#test/chain/with-chain.ts";
import { type ApiClient, createApiClient } from "#test/stack/api-client.ts";
import { createPartner, getToken } from "#test/stack/partner.ts";
import { startTill, type Till } from "#test/stack/start-till.ts";
import { listTransfers } from "#test/stack/transfers.ts";
import { awaitFinal, awaitSettlement, confirm, getFirstOption, signOption } from "#test/stack/wallet.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
let answersAfterMs = 0;
let node: SlowNode;
let till: Till;
let chain: TestChain;
let api: ApiClient;

beforeAll(async () => {
  till = await startTill();
  chain = till.chains[0] as TestChain;
  node = await startSlowNode(chain.rpcUrl, () => answersAfterMs);
  const settlements = [{ token: usdc, address: chain.accounts.merchant.address }];
  api = createApiClient(till.baseUrl, await createPartner({ settlements }));
});
afterAll(async () => {
  await till.stop();
  await node.stop();
});

/** Starts a worker. Its exit code is 0 when it shuts down within 20 s, else 1 (see `onStopSignal`). */
const startWorker = (urls = node.url) =>
  startService("scripts/worker.ts", { env: { ...till.env, RPC_URLS_8453: urls } });

async function pay(): Promise<string> {
  const [buyer] = chain.accounts.buyers;
  if (buyer === undefined) throw new Error("no buyer");
  const { paymentId } = await api.createPayment();
  const option = await getFirstOption(api, paymentId, buyer);
  expect((await confirm(api, paymentId, option.id, await signOption(option, buyer))).status).toBe(200);
  return paymentId;
}

test("a worker that receives SIGTERM while payments are under way exits with 0, and the next one continues", async () => {
  const sinceBlock = (await chain.client.getBlockNumber()) + 1n;
  const worker = await startWorker();
  const payments = await Promise.all(Array.from({ length: 20 }, pay));
  await awaitFinal(api, String(payments[0]));
  await worker.stop();
  expect(await worker.exited).toBe(0);
  const next = await startWorker();
  for (const paymentId of payments) {
    expect(await awaitFinal(api, paymentId)).toBe("succeeded");
    await awaitSettlement(api, paymentId);
  }
  const { merchant } = chain.accounts;
  const settled = await listTransfers(chain, usdc, defaultRouter, merchant.address, sinceBlock);
  expect(settled).toEqual(Array(payments.length).fill(9_860_000n));
  await next.stop();
  expect(await next.exited).toBe(0);
});

test("a worker whose nodes all hang exits with 0 too", async () => {
  const worker = await startWorker([node.url, node.url, node.url].join());
  answersAfterMs = 60_000;
  const paymentId = await pay();
  await worker.stop();
  expect(await worker.exited).toBe(0);
  answersAfterMs = 0;
  const next = await startWorker();
  expect(await awaitFinal(api, paymentId)).toBe("succeeded");
  await next.stop();
});

/** Starts a worker as its only child, with its own standard output. */
const parentScript = `import { spawn } from "node:child_process";
  const stdio = ["ignore", "inherit", "ignore", "ipc"];
  const child = spawn(process.execPath, ["scripts/worker.ts"], { stdio, detached: true });
  child.on("message", () => process.stdout.write("\\nready\\n"));`;

test.each([
  ["while its nodes hang", "ready"],
  ["before it is ready", "{"],
])("a worker whose parent is killed %s ends too", async (_when, line) => {
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", parentScript], {
    env: { ...process.env, ...till.env, RPC_URLS_8453: [node.url, node.url].join() },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(parent, "exit");
  const output = parent.stdout as NodeJS.ReadableStream;
  answersAfterMs = 60_000;
  let printed = "";
  for await (const some of output.setEncoding("utf8")) {
    printed += some;
    if (printed.includes(`\n${line}`) || printed.startsWith(line)) parent.kill("SIGKILL");
  }
  // Its standard output is closed once the worker has ended as well.
  expect(await exited).toEqual([null, "SIGKILL"]);
  answersAfterMs = 0;
});
