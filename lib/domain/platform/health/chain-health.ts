import { getChain, offeredChainIds } from "#lib/chain/chains.ts";
import { quickChainClient } from "#lib/chain/nodes/clients.ts";
import { clock } from "#lib/core/clock.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { bounded } from "#lib/domain/platform/health/bounded.ts";

const limitMs = 2_000;
const recentMs = 30_000;

/** The time of each chain's last answer to this check. */
const seen = processSingleton("chains-seen", () => new Map<number, number>());

export type ChainsHealth = { enabled: number; silent: string[] };

/**
 * Asks every enabled live chain for its newest block: no live payment needs a testnet. A chain counts as silent when none of its nodes has answered this check for half
 * a minute, or ever. Takes 2 s at most. Never throws.
 */
export async function checkChains(): Promise<ChainsHealth> {
  const chainIds = offeredChainIds("live");
  await Promise.all(
    chainIds.map((chainId) =>
      bounded(
        limitMs,
        async () => {
          await quickChainClient(chainId).getBlockNumber();
          seen().set(chainId, clock.now().getTime());
        },
        () => undefined,
      ),
    ),
  );
  const now = clock.now().getTime();
  const silent = chainIds.filter((chainId) => now - (seen().get(chainId) ?? Number.NEGATIVE_INFINITY) > recentMs);
  return { enabled: chainIds.length, silent: silent.map((chainId) => getChain(chainId).name) };
}
