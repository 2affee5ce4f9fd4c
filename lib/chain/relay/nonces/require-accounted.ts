import type { Hex } from "viem";
import { askTwice } from "#lib/chain/nodes/ask-nodes.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { selectProven } from "#lib/chain/proven-blocks.ts";
import { findNonceAccount } from "#lib/chain/relay/nonces/nonce-repository.ts";
import { type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { batchLookups } from "#lib/core/batch-lookups.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { database } from "#lib/db/pool.ts";

type Asked = RelayQueue & { to: bigint };

/** Collections that a wallet's accounted transactions have mined and whose ends aren't recorded yet. */
type Accounted = { undecided: ReadonlySet<AttemptId> };

const lookups = processSingleton("accounted-wallets", () => new Map<number, (asked: Asked) => Promise<Accounted>>());

/**
 * Requires that the database knows every transaction of a wallet up to a final block, which proves that the
 * wallet has done nothing else by then: two nodes, or the only one twice, count no more transactions at the
 * block than the database, each of them has ended or is in a proven block, and the recovery has attributed
 * the ones that the relay didn't record. Concurrent calls for one wallet and block share the question.
 * @param to a final block.
 * @returns the collections whose transactions are mined, but not recorded as final yet.
 * @throws Error while the wallet isn't accounted for, or when fewer than two answer.
 */
export function requireAccounted(queue: RelayQueue, to: bigint): Promise<Accounted> {
  const { chainId, wallet } = queue;
  const lookup = lookups().get(chainId) ?? batchLookups<Asked, Accounted>(readAll, { atOnce: 1, maxKeys: 1_000 });
  lookups().set(chainId, lookup);
  return lookup({ chainId, wallet, to });
}

/**
 * Requires that a wallet has sent nothing that the database doesn't know, so that nothing else did what a transaction
 * is for.
 * @param atLeast a final block up to which the wallet has to be accounted for.
 * @returns null, as no execution. @throws Error while that isn't proven.
 */
export async function requireNoOther(queue: RelayQueue, atLeast: bigint): Promise<null> {
  await requireAccounted(queue, await readFinalBlock(queue.chainId, atLeast));
  return null;
}

async function readAll(asked: readonly Asked[]): Promise<(Accounted | Error)[]> {
  const read = new Map<string, Promise<Accounted | Error>>();
  const results = asked.map((each) => {
    const key = `${relayQueueKey(each)} ${each.to}`;
    const result = read.get(key) ?? readOne(each).catch((error: unknown) => error as Error);
    read.set(key, result);
    return result;
  });
  return Promise.all(results);
}

async function readOne({ chainId, wallet, to }: Asked): Promise<Accounted> {
  const counts = await askTwice(chainId, (node) => node.getTransactionCount({ address: wallet, blockNumber: to }));
  const account = await findNonceAccount(database, { chainId, wallet }, BigInt(Math.max(...counts)));
  if (account?.isSequential && account.unmined === 0 && (await areProven(chainId, account.mined, to))) {
    return { undecided: new Set(account.mined.flatMap(({ attemptId }) => attemptId ?? [])) };
  }
  throw new Error(`not all transactions of ${wallet} on chain ${chainId} up to block ${to} are known yet`);
}

type Mined = { blockNumber: bigint; blockHash: Hex };

async function areProven(chainId: number, mined: readonly Mined[], to: bigint): Promise<boolean> {
  if (mined.some(({ blockNumber }) => blockNumber > to)) return false;
  return (await selectProven(chainId, mined, (one) => one)).length === mined.length;
}
