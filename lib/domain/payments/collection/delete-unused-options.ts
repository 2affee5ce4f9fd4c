import { isEnabled } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import { compareNonces } from "#lib/chain/relay/nonces/compare-nonces.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { simulatedChain } from "#lib/chain/simulated-chain.ts";
import { modeOfChain, simulatedChainId } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import { lowestId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import {
  type CheckedWallet,
  deleteUnusedBatch,
  listWalletsInUse,
} from "#lib/domain/payments/collection/unused-option-repository.ts";
import { log } from "#lib/log/log.ts";

/** An option is kept for a day after it has expired. Options live for minutes, so an hour more covers all of them. */
const keptForMs = 24 * 3_600_000;
const longestLifeMs = 3_600_000;
const batchSize = 1_000;

/**
 * Deletes options without a confirm a day after they have expired, in batches of 1,000, in the order of their
 * ids. Safe to repeat.
 *
 * After a restore, recovery finds the payment of a collection by its option, which the restored database shows as unused. So no option
 * goes before each wallet's nonce at a final block, later than the option's signature, shows that the database knows all
 * transactions of its submitter. While a live chain's node doesn't answer, or its wallet is quarantined, all options are kept; on a
 * testnet, those of its wallet are.
 * @throws Error when a live chain's node does not answer.
 */
export async function deleteUnusedOptions(): Promise<void> {
  const now = clock.now().getTime();
  const end = lowestId("opt", new Date(now - keptForMs - longestLifeMs));
  const queues = (await listWalletsInUse(database)).filter(({ chainId }) => isEnabled(chainId));
  const [live, test] = (["live", "test"] as const).map((mode) =>
    queues.filter(({ chainId }) => modeOfChain(chainId) === mode),
  ) as [RelayQueue[], RelayQueue[]];
  const checked = await Promise.all(live.map((queue) => checkWallet(queue, now - keptForMs)));
  const known = checked.filter((wallet) => wallet !== null);
  if (known.length < checked.length) return;
  const ofTestnets = await Promise.all(test.map((queue) => checkTestWallet(queue, now - keptForMs)));
  const wallets = [...known, ...ofTestnets.filter((wallet) => wallet !== null)];
  // No chain has to be asked about options that no chain knows.
  const simulated = {
    chainId: simulatedChainId,
    wallet: simulatedChain.submitter,
    knownUntilSeconds: BigInt(Math.floor((now - keptForMs) / 1_000)),
  };
  while ((await deleteUnusedBatch(database, [...wallets, simulated], end, batchSize)) === batchSize);
}

/** Does what {@link checkWallet} does, and returns null as well while the node doesn't answer. */
async function checkTestWallet(queue: RelayQueue, sinceMs: number): Promise<CheckedWallet | null> {
  return checkWallet(queue, sinceMs).catch((error: unknown) => {
    log().warn({ err: error, ...queue }, "unused options of a testnet are kept, because its node failed");
    return null;
  });
}

/** Returns the time until which all transactions of the wallet are known; null while the chain has no final block since `sinceMs`. */
async function checkWallet(queue: RelayQueue, sinceMs: number): Promise<CheckedWallet | null> {
  const nonces = await compareNonces(queue);
  if (nonces === null) return null;
  const { timestamp } = await chainClient(queue.chainId).getBlock({ blockNumber: nonces.finalBlock });
  return Number(timestamp) * 1_000 < sinceMs ? null : { ...queue, knownUntilSeconds: timestamp };
}
