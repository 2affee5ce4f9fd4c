import { LRUCache } from "lru-cache";
import type { Hex, PublicClient } from "viem";
import { readLogs } from "#lib/chain/logs.ts";
import { askTwice } from "#lib/chain/nodes/ask-nodes.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { readExecution } from "#lib/chain/read-execution.ts";
import type { Execution, RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { findCollectedLog } from "#lib/chain/router/collected-event.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import { paymentRouterAbi, type RouterPayment, type RouterTerms } from "#lib/chain/router/payment-router.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import { isNonceUsed } from "#lib/chain/used-nonce.ts";
import { batchLookups } from "#lib/core/batch-lookups.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

/** The most commitments in one query. Nodes allow a thousand. */
const perQuery = 100;

/** The result of a search up to the final block `to`. `isUnused` proves that there was no execution by then. */
export type FoundCollection = { execution: Execution | null; isUnused: boolean; to: bigint };

/**
 * Finds the final transaction in which a router executed a payment, by the event with its exact commitment.
 *
 * The signed nonce is read first, at a final block: while two nodes show it as unused, or the only configured one twice, nothing has
 * executed the payment, and no logs are searched. A used nonce was used by the router or by anything else. The logs of two nodes may
 * then show the event, but that they don't proves nothing: nodes answer with no logs while their index lags or is pruned.
 * Concurrent searches on one chain share their queries, so that a thousand cost the nodes ten times as much as one.
 * @param sinceBlock a block before the payment was executed, if at all.
 * @param atLeast a final block that the search has to include, because the caller has seen the payment's effects there.
 * @throws Error when fewer than two nodes answer, or one lags behind.
 */
export async function findCollection(
  terms: RouterTerms,
  payment: RouterPayment,
  sinceBlock: bigint,
  atLeast: bigint,
): Promise<FoundCollection> {
  const { chainId } = terms;
  const wanted = { terms, payment, commitment: commitmentOf(terms, payment), sinceBlock, atLeast };
  const { answers, isUnused, to } = await searchOf(chainId, wanted)(wanted);
  const hash = answers.find((answer) => answer !== null) ?? null;
  if (hash === null) return { execution: null, isUnused, to };
  if (answers.some((answer) => answer !== hash)) {
    raiseAlarm("nodes_disagree", String(chainId), { chainId, answers }, "nodes of a chain show different logs");
  }
  const { execution } = await readExecution(chainId, hash);
  const { receipt } = execution;
  if (findCollectedLog(receipt.logs, terms, payment) === null || receipt.blockNumber > to) {
    throw new Error(`a node of chain ${chainId} shows a log that is not in the receipt of ${hash}`);
  }
  return { execution, isUnused, to };
}

type Wanted = { terms: RouterTerms; payment: RouterPayment; commitment: Hex; sinceBlock: bigint; atLeast: bigint };
/** The transaction that each node shows for a commitment, and whether its nonce is unused, up to a block. */
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

/** Selects the ones whose nonce two answers show as unused at a block. One that can't be read counts as used. */
async function selectUnused(chainId: number, wanted: readonly Wanted[], block: bigint): Promise<Set<Wanted>> {
  const answers = await askTwice(chainId, async (client) => {
    // A node that lacks the block must not count as one of the two.
    await client.getBlock({ blockNumber: block });
    return Promise.all(
      wanted.map(({ terms, payment }) => isNonceUsed(client, terms, payment, block).catch(() => true)),
    );
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
  const address = [...new Set(wanted.map(({ terms }) => terms.router))];
  const query = { address, abi: paymentRouterAbi, eventName: "PaymentCollected" } as const;
  const args = { commitment: wanted.map(({ commitment }) => commitment) };
  const logs = await readLogs(client, chainId, range, (blocks) =>
    client.getContractEvents({ ...query, args, strict: true, ...blocks }),
  );
  return new Map(
    logs.map(({ address: router, args: { commitment }, transactionHash }) => [
      keyOf({ terms: { router }, commitment }),
      transactionHash,
    ]),
  );
}

/**
 * Finds the first transaction in which a wallet executed a payment by one of the chain's routers, as the logs of two nodes show it, or
 * those of the only configured one twice. That there is none isn't proven by that.
 * @param range the blocks to search, both ends included; the last may not be final yet.
 * @throws Error when fewer than two nodes answer, or one lags behind.
 */
export async function findFirstSubmitted(
  { chainId, wallet: submitter }: RelayQueue,
  range: { from: bigint; to: bigint },
): Promise<Hex | null> {
  const address = [...knownRouters(chainId)];
  const query = { address, abi: paymentRouterAbi, eventName: "PaymentCollected", args: { submitter } } as const;
  const answers = await askTwice(chainId, (client) =>
    readLogs(client, chainId, range, (blocks) => client.getContractEvents({ ...query, strict: true, ...blocks })),
  );
  const [first] = answers.flat().toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
  return first?.transactionHash ?? null;
}

function keyOf({ terms, commitment }: { terms: Pick<RouterTerms, "router">; commitment: Hex }): string {
  return `${terms.router} ${commitment}`.toLowerCase();
}
