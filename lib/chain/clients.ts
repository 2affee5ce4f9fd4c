import { createPublicClient, fallback, http, type PublicClient } from "viem";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { env } from "#lib/env/env.ts";

const timeoutMs = 5_000;

const clients = processSingleton("chain-clients", () => new Map<number, PublicClient>());

/**
 * The client of a chain's nodes: the first that answers is taken, calls of one moment go out in one batch, each call
 * ends within 5 s a node.
 * @throws Error when the chain has no node configured.
 */
export function chainClient(chainId: number): PublicClient {
  const existing = clients().get(chainId);
  if (existing !== undefined) return existing;
  const urls = env().rpcUrls.get(chainId);
  if (urls === undefined) throw new Error(`chain ${chainId} has no RPC_URLS_${chainId}`);
  const nodes = urls.map((url) => http(url, { batch: { batchSize: 500, wait: 0 }, timeout: timeoutMs, retryCount: 0 }));
  const created = createPublicClient({
    transport: fallback(nodes, { retryCount: 1, retryDelay: 100 }),
    cacheTime: 0,
  });
  clients().set(chainId, created);
  return created;
}
