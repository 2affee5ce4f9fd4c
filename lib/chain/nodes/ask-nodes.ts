import type { PublicClient } from "viem";
import { nodeClients } from "#lib/chain/nodes/clients.ts";
import { withinTimeout } from "#lib/core/within-timeout.ts";

/** The time that the other nodes have once the first has answered: enough for one that takes 1.5 s. */
const othersMs = 2_000;

/**
 * Asks all nodes of a chain at once. After the first answer, the others have two seconds.
 * @returns the answers of the nodes that have one, in the order in which they came.
 */
export async function askEach<T>(chainId: number, ask: (client: PublicClient) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  const asked = nodeClients(chainId).map(async (client) => {
    answers.push(await ask(client));
  });
  await Promise.any(asked).catch(() => undefined);
  await withinTimeout(Promise.allSettled(asked), othersMs, "a node is silent").catch(() => undefined);
  return [...answers];
}

/**
 * Asks a chain's nodes in order until two have answered, and the only one of a chain twice.
 * @throws the last error when fewer than two answer.
 */
export function askTwice<T>(chainId: number, ask: (client: PublicClient) => Promise<T>): Promise<T[]> {
  const nodes = nodeClients(chainId);
  return firstAnswers(nodes.length === 1 ? [...nodes, ...nodes] : nodes, 2, ask);
}

/**
 * Asks a chain's nodes in order until two have answered, and the only one of a chain once.
 * @throws the last error when fewer answer.
 */
export function askTwo<T>(chainId: number, ask: (client: PublicClient) => Promise<T>): Promise<T[]> {
  const nodes = nodeClients(chainId);
  return firstAnswers(nodes, Math.min(2, nodes.length), ask);
}

async function firstAnswers<T>(
  clients: readonly PublicClient[],
  wanted: number,
  ask: (client: PublicClient) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = [];
  let failure: unknown;
  for (const client of clients) {
    try {
      answers.push(await ask(client));
    } catch (error) {
      failure = error;
    }
    if (answers.length === wanted) return answers;
  }
  throw failure;
}
