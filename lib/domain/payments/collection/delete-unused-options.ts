import { isEnabled, simulatedChainId } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { compareNonces } from "#lib/chain/relay/nonces/compare-nonces.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { simulatedChain } from "#lib/chain/simulated-chain.ts";
import { clock } from "#lib/core/clock.ts";
import { lowestId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import {
  type CheckedWallet,
  deleteUnusedBatch,
  listWalletsInUse,
} from "#lib/domain/payments/collection/unused-option-repository.ts";

/** An option is kept for a day after it has expired. Options live for minutes, so an hour more covers all of them. */
const keptForMs = 24 * 3_600_000;
const longestLifeMs = 3_600_000;
const batchSize = 1_000;

/**
 * Deletes options without a confirm a day after they have expired, in batches of 1,000, in the order of their ids. Safe to repeat.
 *
 * After a restore, recovery finds the payment of a collection by its option, which the restored database shows as unused. So no option
 * goes before each wallet's nonce at a final block, later than the option's signature, shows that the database knows all
 * transactions of its submitter. While a chain's node doesn't answer, or a wallet is quarantined, all options are kept.
 * @throws Error when a node does not answer.
 */
export async function deleteUnusedOptions(): Promise<void> {
  const now = clock.now().getTime();
  const end = lowestId("opt", new Date(now - keptForMs - longestLifeMs));
  const queues = (await listWalletsInUse(database)).filter(({ chainId }) => isEnabled(chainId));
  const checked = await Promise.all(queues.map((queue) => checkWallet(queue, now - keptForMs)));
  const wallets = checked.filter((wallet) => wallet !== null);
  if (wallets.length < checked.length) return;
  // No chain has to be asked about options that no chain knows.
  const simulated = {
    chainId: simulatedChainId,
    wallet: simulatedChain.submitter,
    knownUntilSeconds: BigInt(Math.floor((now - keptForMs) / 1_000)),
  };
  while ((await deleteUnusedBatch(database, [...wallets, simulated], end, batchSize)) === batchSize);
}

/** Returns the time until which all transactions of the wallet are known; null while the chain has no final block since `sinceMs`. */
async function checkWallet(queue: RelayQueue, sinceMs: number): Promise<CheckedWallet | null> {
  const nonces = await compareNonces(queue);
  if (nonces === null) return null;
  const { timestamp } = await chainClient(queue.chainId).getBlock({ blockNumber: nonces.finalBlock });
  return Number(timestamp) * 1_000 < sinceMs ? null : { ...queue, knownUntilSeconds: timestamp };
}
