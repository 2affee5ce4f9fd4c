import { idleMs, type Round, type RoundContext } from "#lib/chain/relay/loops/round.ts";
import { recordFailed } from "#lib/chain/relay/watching/record-final.ts";

/** The most transactions in one round: their searches share a few queries. */
const perRound = 200;

/**
 * Ends the transactions that are final without success. The chain is searched first for another transaction that did the same,
 * which takes several node requests, so that many failures would delay every success behind them.
 */
export function createFailureRound({ registry, coordinator }: RoundContext): Round {
  return async () => {
    const failed = [...coordinator.failed.values()].slice(0, perRound);
    await recordFailed(failed, registry);
    // One that could not be ended is seen again in the next block.
    for (const { transaction } of failed) coordinator.failed.delete(transaction.id);
    return failed.length === perRound ? 0 : idleMs;
  };
}
