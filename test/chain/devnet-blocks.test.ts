import { afterAll, beforeAll, expect, test } from "vitest";
import { startBlockTicker } from "#scripts/devnet/block-ticker.ts";
import { startTestChain, type TestChain } from "#test/chain/with-chain.ts";

const HOUR_MS = 3_600_000;

let chain: TestChain;

beforeAll(async () => {
  chain = await startTestChain({ chainId: 8453 });
  await chain.client.setAutomine(false);
});
afterAll(() => chain.stop());

test("an idle chain mines a transaction at the usual pace, and no block without one", async () => {
  const { client } = chain;
  const before = await client.getBlockNumber();
  const { stop } = startBlockTicker(client, { blockTimeMs: 5, idleBlockTimeMs: HOUR_MS, busyMs: 0 });
  try {
    const first = await client.waitForTransactionReceipt({ hash: await sendNothing() });
    const second = await client.waitForTransactionReceipt({ hash: await sendNothing() });
    expect([first.blockNumber, second.blockNumber]).toEqual([before + 1n, before + 2n]);
  } finally {
    await stop();
  }
  expect(await client.getBlockNumber()).toBe(before + 2n);
});

test("a busy chain keeps mining, so that transactions become final", async () => {
  const { client } = chain;
  const { stop } = startBlockTicker(client, { blockTimeMs: 5, idleBlockTimeMs: HOUR_MS });
  try {
    await client.waitForTransactionReceipt({ hash: await sendNothing(), confirmations: 20 });
  } finally {
    await stop();
  }
  const stoppedAt = await client.getBlockNumber();
  const hash = await sendNothing();
  expect(await client.getBlockNumber()).toBe(stoppedAt);
  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow("could not be found");
});

function sendNothing() {
  const { relayer, merchant } = chain.accounts;
  return chain.client.sendTransaction({ account: relayer.address, to: merchant.address, value: 1n, chain: null });
}
