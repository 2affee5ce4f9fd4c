import { afterAll, beforeAll, expect, test } from "vitest";
import { ChainMonitor } from "#lib/chain/nodes/chain-monitor.ts";
import { useClock } from "#lib/core/clock.ts";
import { alarms } from "#lib/log/alarm.ts";
import { startTestChain, type TestChain } from "#test/chain/with-chain.ts";
import { setEnv } from "#test/env/set-env.ts";

let chain: TestChain;
let restoreClock: () => void;
let aheadMs = 0;

beforeAll(async () => {
  chain = await startTestChain({ chainId: 8453 });
  setEnv({ RPC_URLS_8453: chain.rpcUrl });
  restoreClock = useClock({ now: () => new Date(Date.now() + aheadMs) });
});
afterAll(async () => {
  restoreClock();
  await chain.stop();
});

test("a node whose newest block is old raises an alarm until it has a new one", async () => {
  const monitor = new ChainMonitor(8453);
  const check = async () => {
    await monitor.check();
    return alarms()
      .take()
      .flatMap(({ raised, ended }) => [raised && `raised ${raised.kind}`, ended && `ended ${ended.kind}`])
      .filter((text) => text !== null);
  };
  await chain.client.mine({ blocks: 1 });
  expect(await check()).toEqual([]);
  aheadMs = 10 * 60_000;
  expect(await check()).toEqual(["raised chain_stuck"]);
  await chain.client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor((Date.now() + aheadMs) / 1_000)) });
  await chain.client.mine({ blocks: 1 });
  expect(await check()).toEqual(["ended chain_stuck"]);
});
