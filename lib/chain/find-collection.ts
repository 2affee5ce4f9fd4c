import type { PublicClient } from "viem";
import { readLogs } from "#lib/chain/logs.ts";
import { nodeClients } from "#lib/chain/nodes/clients.ts";
import { readFinalBlock } from "#lib/chain/nodes/final-block.ts";
import { readExecution } from "#lib/chain/read-execution.ts";
import { raiseAlarm } from "#lib/chain/relay/alarm.ts";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";
import { findCollectedLog } from "#lib/chain/router/collected-event.ts";
import { commitmentOf } from "#lib/chain/router/commitment.ts";
import { paymentRouterAbi, type RouterPayment, type RouterTerms } from "#lib/chain/router/payment-router.ts";

/**
 * Finds the final transaction in which a router executed a payment, by the event with its exact commitment. That there is
 * none counts only when two nodes show none, or the only configured one twice, each of them up to the same final block.
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
  const { chainId } = terms;
  const to = await readFinalBlock(chainId, atLeast);
  const range = { from: sinceBlock, to };
  const answers = await askTwice(chainId, (client) => findHash(client, terms, payment, range));
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

async function findHash(
  client: PublicClient,
  terms: RouterTerms,
  payment: RouterPayment,
  range: { from: bigint; to: bigint },
) {
  // A node that lags behind has no answer for this block. Otherwise its missing logs would look like none.
  await client.getBlock({ blockNumber: range.to });
  const query = { address: terms.router, abi: paymentRouterAbi, eventName: "PaymentCollected" } as const;
  const args = { commitment: commitmentOf(terms, payment) };
  const logs = await readLogs(client, terms.chainId, range, (blocks) =>
    client.getContractEvents({ ...query, args, ...blocks }),
  );
  return logs[0]?.transactionHash ?? null;
}

/** The first two answers, of different nodes where there are several. */
async function askTwice<T>(chainId: number, ask: (client: PublicClient) => Promise<T>): Promise<T[]> {
  const nodes = nodeClients(chainId);
  const answers: T[] = [];
  let failure: unknown;
  for (const client of nodes.length === 1 ? [...nodes, ...nodes] : nodes) {
    try {
      answers.push(await ask(client));
    } catch (error) {
      failure = error;
    }
    if (answers.length === 2) return answers;
  }
  throw failure;
}
