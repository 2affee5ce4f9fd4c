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
import { batchLookups } from "#lib/core/batch-lookups.ts";
import type { Address } from "#lib/core/caip.ts";
import { raiseAlarm } from "#lib/log/alarm.ts";

/** The most commitments in one query. Nodes allow a thousand. */
const perQuery = 100;

/**
 * Finds the final transaction in which a router executed a payment, by the event with its exact commitment. That there is
 * none counts only when two nodes show none, or the only configured one twice, each of them up to the same final block.
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
): Promise<Execution | null> {
  const { chainId, router } = terms;
  const wanted = { router, commitment: commitmentOf(terms, payment), sinceBlock, atLeast };
  const { answers, to } = await searchOf(chainId, wanted)(wanted);
  const hash = answers.find((answer) => answer !== null) ?? null;
  if (hash === null) return null;
  if (answers.some((answer) => answer !== hash)) {
    raiseAlarm("nodes_disagree", String(chainId), { chainId, answers }, "nodes of a chain show different logs");
  }
  const { execution } = await readExecution(chainId, hash);
  const { receipt } = execution;
  if (findCollectedLog(receipt.logs, terms, payment) === null || receipt.blockNumber > to) {
    throw new Error(`a node of chain ${chainId} shows a log that is not in the receipt of ${hash}`);
  }
  return execution;
}

type Wanted = { router: Address; commitment: Hex; sinceBlock: bigint; atLeast: bigint };
/** The transaction that each node shows for a commitment, up to a block. */
type Shown = { answers: (Hex | null)[]; to: bigint };

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
  const [from = to] = wanted.map(({ sinceBlock }) => sinceBlock).toSorted((a, b) => Number(a - b));
  const answers = await askTwice(chainId, (client) => readHashes(client, chainId, wanted, { from, to }));
  return wanted.map((each) =>
    each.atLeast > to
      ? new Error(`a node of chain ${chainId} lags behind: ${to} is its newest final block, not ${each.atLeast}`)
      : { answers: answers.map((hashes) => hashes.get(keyOf(each)) ?? null), to },
  );
}

async function readHashes(
  client: PublicClient,
  chainId: number,
  wanted: readonly Wanted[],
  range: { from: bigint; to: bigint },
): Promise<Map<string, Hex>> {
  // A node that lags behind has no answer for this block. Otherwise its missing logs would look like none.
  await client.getBlock({ blockNumber: range.to });
  const address = [...new Set(wanted.map(({ router }) => router))];
  const query = { address, abi: paymentRouterAbi, eventName: "PaymentCollected" } as const;
  const args = { commitment: wanted.map(({ commitment }) => commitment) };
  const logs = await readLogs(client, chainId, range, (blocks) =>
    client.getContractEvents({ ...query, args, strict: true, ...blocks }),
  );
  return new Map(
    logs.map(({ address: router, args: { commitment }, transactionHash }) => [
      keyOf({ router, commitment }),
      transactionHash,
    ]),
  );
}

/**
 * Finds the first transaction in which a wallet executed a payment by one of the chain's routers. That there is none counts only when
 * two nodes show none, or the only configured one twice.
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

function keyOf({ router, commitment }: { router: Address; commitment: Hex }): string {
  return `${router} ${commitment}`.toLowerCase();
}
