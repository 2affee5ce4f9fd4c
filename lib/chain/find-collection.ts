import { LRUCache } from "lru-cache";
import type { Hex, PublicClient } from "viem";
import type { Collectable } from "#lib/chain/collectable.ts";
import { depositFactory, factoryAbi } from "#lib/chain/deposits/deposit-factory.ts";
import { readLogs } from "#lib/chain/logs.ts";
import { askTwice } from "#lib/chain/nodes/ask-nodes.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { readExecution } from "#lib/chain/read-execution.ts";
import type { Execution, RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { paymentRouterAbi } from "#lib/chain/router/payment-router.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import { batchLookups } from "#lib/core/batch-lookups.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

/** The most events in one query. Nodes allow a thousand. */
const perQuery = 100;

/** The result of a search up to the final block `to`. `isUnused` proves that there was no execution by then. */
export type FoundCollection = { execution: Execution | null; isUnused: boolean; to: bigint };

/**
 * Finds the final transaction in which a contract of ours made a collection, by the event with the hash of its exact terms.
 *
 * Whether the collection is used up is read first, at a final block: while two nodes show that it isn't, or the only configured one
 * twice, nothing has made it, and no logs are searched. One that is was used up by the contract or by anything else. The logs of two
 * nodes may then show the event, but that they don't proves nothing: nodes answer with no logs while their index lags or is pruned.
 * Concurrent searches on one chain share their queries, so that a thousand cost the nodes ten times as much as one.
 * @param sinceBlock a block before the collection was made, if at all.
 * @param atLeast a final block that the search has to include, because the caller has seen the collection's effects there.
 * @throws Error when fewer than two nodes answer, or one lags behind.
 */
export async function findCollection(
  collectable: Collectable,
  sinceBlock: bigint,
  atLeast: bigint,
): Promise<FoundCollection> {
  const { chainId } = collectable;
  const wanted = { collectable, sinceBlock, atLeast };
  const { answers, isUnused, to } = await searchOf(chainId, wanted)(wanted);
  const hash = answers.find((answer) => answer !== null) ?? null;
  if (hash === null) return { execution: null, isUnused, to };
  if (answers.some((answer) => answer !== hash)) {
    raiseAlarm("nodes_disagree", String(chainId), { chainId, answers }, "nodes of a chain show different logs");
  }
  const { execution } = await readExecution(chainId, hash);
  const { receipt } = execution;
  if (collectable.findLog(receipt.logs) === null || receipt.blockNumber > to) {
    throw new Error(`a node of chain ${chainId} shows a log that is not in the receipt of ${hash}`);
  }
  return { execution, isUnused, to };
}

type Wanted = { collectable: Collectable; sinceBlock: bigint; atLeast: bigint };
/** The transaction that each node shows for a collection, and whether that is unused, up to a block. */
type Shown = { answers: (Hex | null)[]; isUnused: boolean; to: bigint };

/** Searches share their queries when they begin within so many blocks, so that none waits for one that goes far back. */
const sharedWithin = 5_000n;

const searches = new LRUCache<string, (wanted: Wanted) => Promise<Shown>>({ max: 200 });

function searchOf(chainId: number, { sinceBlock }: Wanted): (wanted: Wanted) => Promise<Shown> {
  const key = `${chainId}:${sinceBlock / sharedWithin}`;
  const search =
    searches.get(key) ??
    batchLookups((wanted: readonly Wanted[]) => searchAll(chainId, wanted), { atOnce: 1, maxKeys: perQuery });
  searches.set(key, search);
  return search;
}

async function searchAll(chainId: number, wanted: readonly Wanted[]): Promise<(Shown | Error)[]> {
  const to = await readFinalBlock(chainId);
  const unused = await selectUnused(chainId, wanted, to);
  const used = wanted.filter((each) => !unused.has(each));
  const [from = to] = used.map(({ sinceBlock }) => sinceBlock).toSorted((a, b) => Number(a - b));
  const answers =
    used.length === 0 ? [] : await askTwice(chainId, (client) => readHashes(client, chainId, used, { from, to }));
  return wanted.map((each) =>
    each.atLeast > to
      ? new Error(`a node of chain ${chainId} lags behind: ${to} is its newest final block, not ${each.atLeast}`)
      : { answers: answers.map((hashes) => hashes.get(keyOf(each)) ?? null), isUnused: unused.has(each), to },
  );
}

/** Selects the ones that two answers show as unused at a block. One that can't be read counts as used. */
async function selectUnused(chainId: number, wanted: readonly Wanted[], block: bigint): Promise<Set<Wanted>> {
  const answers = await askTwice(chainId, async (client) => {
    // A node that lacks the block must not count as one of the two.
    await client.getBlock({ blockNumber: block });
    return Promise.all(wanted.map(({ collectable }) => collectable.isUsed(client, block).catch(() => true)));
  });
  return new Set(wanted.filter((_, index) => answers.every((used) => used[index] === false)));
}

async function readHashes(
  client: PublicClient,
  chainId: number,
  wanted: readonly Wanted[],
  range: { from: bigint; to: bigint },
): Promise<Map<string, Hex>> {
  // A node that lags behind has no answer for this block, and is replaced by the next one.
  await client.getBlock({ blockNumber: range.to });
  // A router and a deposit factory have events of their own.
  const byEvent = Map.groupBy(wanted, ({ collectable }) => collectable.event);
  const found = await Promise.all(
    Array.from(byEvent, ([event, group]) => {
      const address = [...new Set(group.map(({ collectable }) => collectable.contract))];
      const [keyed] = event.inputs.filter(({ indexed }) => indexed);
      // By name: viem compares arguments in order with nothing.
      const args = { [keyed?.name ?? ""]: group.map(({ collectable }) => collectable.key) };
      return readLogs(client, chainId, range, (blocks) => client.getLogs({ address, event, args, ...blocks }));
    }),
  );
  return new Map(
    found
      .flat()
      .map(({ address: contract, topics: [, key = "0x"], transactionHash }) => [
        keyOf({ collectable: { contract, key } }),
        transactionHash,
      ]),
  );
}

/**
 * Finds the first transaction in which a wallet executed a payment by one of the chain's routers, or collected a deposit address, as
 * the logs of two nodes show it, or those of the only configured one twice. That there is none isn't proven by that.
 * @param range the blocks to search, both ends included; the last may not be final yet.
 * @throws Error when fewer than two nodes answer, or one lags behind.
 */
export async function findFirstSubmitted(
  { chainId, wallet: submitter }: RelayQueue,
  range: { from: bigint; to: bigint },
): Promise<Hex | null> {
  const routers = [...knownRouters(chainId)];
  const routed = { abi: paymentRouterAbi, eventName: "PaymentCollected" } as const;
  const deposited = { address: depositFactory, abi: factoryAbi, eventName: "DepositCollected" } as const;
  const only = { args: { submitter }, strict: true } as const;
  const answers = await askTwice(chainId, (client) =>
    readLogs(client, chainId, range, async (blocks) => [
      ...(await client.getContractEvents({ address: routers, ...routed, ...only, ...blocks })),
      ...(await client.getContractEvents({ ...deposited, ...only, ...blocks })),
    ]),
  );
  const [first] = answers.flat().toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
  return first?.transactionHash ?? null;
}

function keyOf({ collectable: { contract, key } }: { collectable: Pick<Collectable, "contract" | "key"> }): string {
  return `${contract} ${key}`.toLowerCase();
}
