import { createPublicClient, type PublicClient } from "viem";
import { failover, isAskedLast } from "#lib/chain/nodes/failover.ts";
import { env } from "#lib/env/env.ts";

type ClientOptions = { timeoutMs: number; retryCount: number; isBatched?: false };

const standard: ClientOptions = { timeoutMs: 5_000, retryCount: 1 };
const large: ClientOptions = { ...standard, isBatched: false };
const unbatched: ClientOptions = { timeoutMs: 3_000, retryCount: 0, isBatched: false };
/**
 * Timeouts for answers that a buyer waits for, which askChain gives up on after 4 s. A chain's only node gets nearly all of
 * that. Several nodes get less each, so that even two calls in a row fit when the first node hangs, but enough for 1.5 s of
 * latency.
 */
const onlyNodeMs = 3_900;
const oneOfSeveralMs = 1_700;

const quick = (nodes: number): ClientOptions => ({
  timeoutMs: nodes === 1 ? onlyNodeMs : oneOfSeveralMs,
  retryCount: 0,
});

/**
 * Not shared with Next's copy of this module: a client throws the error classes of the viem copy that made it, and
 * `instanceof` would miss them in the other.
 */
const clients = new Map<string, PublicClient>();

/**
 * Returns the client of a chain's nodes. The first node that answers is used, one that didn't a moment ago is asked last,
 * concurrent calls are sent in one batch, and each call times out after 5 s per node.
 * @throws Error when the chain has no node configured.
 */
export function chainClient(chainId: number): PublicClient {
  return clientOf(chainId, "standard", () => standard);
}

/**
 * Returns a client with short timeouts, for answers that are needed soon or not at all: one node that hangs leaves the next
 * one time to answer.
 * @throws Error when the chain has no node configured.
 */
export function quickChainClient(chainId: number): PublicClient {
  return clientOf(chainId, "quick", quick);
}

/**
 * Returns a client for calls that run a stranger's code: each is sent by itself, so that a slow one delays no other, and
 * times out after 3 s per node.
 * @throws Error when the chain has no node configured.
 */
export function unbatchedChainClient(chainId: number): PublicClient {
  return clientOf(chainId, "unbatched", () => unbatched);
}

/**
 * Returns a client for large answers, such as whole blocks. Each call is sent by itself, because a response of more than 10 MB is
 * refused, and times out after 5 s per node.
 * @throws Error when the chain has no node configured.
 */
export function largeAnswerClient(chainId: number): PublicClient {
  return clientOf(chainId, "large", () => large);
}

/**
 * Returns a client for each of a chain's nodes, in the configured order, to compare their answers.
 * @throws Error when the chain has no node configured.
 */
export function nodeClients(chainId: number): PublicClient[] {
  return urlsOf(chainId).map((url) => clientOf(chainId, url, () => standard, [url]));
}

/**
 * Returns clients with short timeouts for each of a chain's nodes, to compare their answers, without the
 * nodes that didn't answer a moment ago if two others are left.
 * @throws Error when the chain has no node configured.
 */
export function quickNodeClients(chainId: number): PublicClient[] {
  const urls = urlsOf(chainId);
  const answering = urls.filter((url) => !isAskedLast(url));
  const asked = answering.length < 2 ? urls : answering;
  return asked.map((url) => clientOf(chainId, `quick ${url}`, () => quick(urls.length), [url]));
}

function urlsOf(chainId: number): readonly string[] {
  const urls = env().rpcUrls.get(chainId);
  if (urls === undefined) throw new Error(`chain ${chainId} has no RPC_URLS_${chainId}`);
  return urls;
}

function clientOf(
  chainId: number,
  name: string,
  optionsFor: (nodes: number) => ClientOptions,
  urls: readonly string[] = urlsOf(chainId),
): PublicClient {
  const existing = clients.get(`${chainId} ${name}`);
  if (existing !== undefined) return existing;
  const { timeoutMs, retryCount, isBatched = true } = optionsFor(urls.length);
  const created = createPublicClient({
    transport: failover(urls, { timeoutMs, retryCount, isBatched }),
    cacheTime: 0,
    // A call runs a buyer's code, whose revert could otherwise make this process fetch any URL (EIP-3668).
    ccipRead: false,
  });
  clients.set(`${chainId} ${name}`, created);
  return created;
}
