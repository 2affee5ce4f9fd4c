import { LRUCache } from "lru-cache";
import { quickChainClient } from "#lib/chain/nodes/clients.ts";
import { revertReason } from "#lib/chain/nodes/node-error.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import type { Address } from "#lib/core/caip.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

const remembered = processSingleton(
  "can-receive",
  () => new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: 60_000 }),
);

/**
 * True unless the token refuses to move from one account to the other, as issuers' block lists make it: simulates a transfer of
 * nothing. An answer is remembered for a minute. A node that gives none is taken as a yes, because the collection itself is
 * simulated before it is sent.
 */
export function canReceive(chainId: number, token: Address, from: Address, to: Address): Promise<boolean> {
  const key = `${chainId}:${token}:${from}:${to}`;
  const known = remembered().get(key);
  if (known !== undefined) return known;
  const answer = simulateTransfer(chainId, token, from, to);
  remembered().set(key, answer);
  return answer;
}

async function simulateTransfer(chainId: number, token: Address, account: Address, to: Address): Promise<boolean> {
  try {
    await quickChainClient(chainId).call({ account, to: token, data: transferCalldata(to, 0n) });
    return true;
  } catch (error) {
    return revertReason(error) === null;
  }
}
