import { getChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { idleMs, type Round, type RoundContext } from "#lib/chain/relay/loops/round.ts";
import { BlockClock } from "#lib/chain/relay/watching/block-clock.ts";
import { watchInFlight } from "#lib/chain/relay/watching/watch.ts";

/** At least this often receipts are read for every hash, even without a new block. */
const fullCheckEveryMs = 3_000;

/** Watches the transactions in flight, block by block. */
export function createWatchRound({ queue, registry, coordinator }: RoundContext): Round {
  const blocks = new BlockClock(getChain(queue.chainId).blockTimeMs);
  let checkedTo: bigint | null = null;
  let fullCheckAtMs = 0;
  return async () => {
    const head = await chainClient(queue.chainId).getBlockNumber();
    const nowMs = performance.now();
    const isFullCheck = nowMs - fullCheckAtMs > fullCheckEveryMs;
    if (isFullCheck) fullCheckAtMs = nowMs;
    if (blocks.observe(head, nowMs) || isFullCheck) {
      const { inFlight, failed } = await watchInFlight(queue, head, registry, { checkedTo, isFullCheck });
      coordinator.inFlight = inFlight;
      for (const mined of failed) coordinator.failed.set(mined.transaction.id, mined);
      if (failed.length > 0) coordinator.failureWakeup.notify();
      checkedTo = head;
      // A transaction that lost its block is signed again, and ready to be sent.
      coordinator.sendWakeup.notify();
    }
    return coordinator.inFlight > 0 ? blocks.pauseMs(performance.now()) : idleMs;
  };
}
