import { createPublicClient, fallback, http, type PublicClient } from "viem";
import { env } from "#lib/env/env.ts";

type Pace = { timeoutMs: number; retryCount: number; isBatched?: false };

const patient: Pace = { timeoutMs: 5_000, retryCount: 1 };
const alone: Pace = { timeoutMs: 3_000, retryCount: 0, isBatched: false };
/**
 * For an answer that a buyer waits for, where askChain gives up after 2 s: a chain's only node gets nearly all of that;
 * several share less, so that a first one which hangs costs two calls in a row no more than that either.
 */
const onlyNodeMs = 1_900;
const sharedMs = 1_200;

/**
 * Not shared with Next's copy of this module: a client throws the error classes of the viem copy that made it, and
 * `instanceof` would miss them in the other.
 */
const clients = new Map<string, PublicClient>();

/**
 * The client of a chain's nodes: the first that answers is taken, calls of one moment go out in one batch, each call
 * ends within 5 s a node.
 * @throws Error when the chain has no node configured.
 */
export function chainClient(chainId: number): PublicClient {
  return clientOf(chainId, "patient", () => patient);
}

/**
 * The same for reads that come soon or not at all: one node that hangs leaves the next one time to
 * answer.
 * @throws Error when the chain has no node configured.
 */
export function quickChainClient(chainId: number): PublicClient {
  return clientOf(chainId, "quick", (nodes) => ({
    timeoutMs: nodes === 1 ? onlyNodeMs : Math.floor(sharedMs / nodes),
    retryCount: 0,
  }));
}

/**
 * The same for calls that run code of a stranger's choice: each goes out by itself, so that one which takes long holds up
 * no other, and ends within 3 s a node.
 * @throws Error when the chain has no node configured.
 */
export function aloneChainClient(chainId: number): PublicClient {
  return clientOf(chainId, "alone", () => alone);
}

function clientOf(chainId: number, name: string, paceOf: (nodes: number) => Pace): PublicClient {
  const existing = clients.get(`${chainId} ${name}`);
  if (existing !== undefined) return existing;
  const urls = env().rpcUrls.get(chainId);
  if (urls === undefined) throw new Error(`chain ${chainId} has no RPC_URLS_${chainId}`);
  const { timeoutMs: timeout, retryCount, isBatched = true } = paceOf(urls.length);
  const batch = isBatched && { batchSize: 500, wait: 0 };
  const nodes = urls.map((url) => http(url, { batch, timeout, retryCount: 0 }));
  const created = createPublicClient({ transport: fallback(nodes, { retryCount, retryDelay: 100 }), cacheTime: 0 });
  clients.set(`${chainId} ${name}`, created);
  return created;
}
