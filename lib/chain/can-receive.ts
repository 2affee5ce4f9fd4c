import { LRUCache } from "lru-cache";
import { isSimulated } from "#lib/chain/chains.ts";
import type { RevertReason } from "#lib/chain/contract-errors.ts";
import { quickChainClient } from "#lib/chain/nodes/clients.ts";
import { revertReason, statedReason } from "#lib/chain/nodes/node-error.ts";
import { transferCalldata } from "#lib/chain/transfers.ts";
import type { Address } from "#lib/core/caip.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";

/** A token's refusal of a transfer, with the reason in the contract's own words if it gave one. */
export type TransferRefusal = { reason: RevertReason | null };

const remembered = processSingleton(
  "can-receive",
  () => new LRUCache<string, Promise<TransferRefusal | null>>({ max: 10_000, ttl: 60_000 }),
);

const keyOf = (chainId: number, token: Address, from: Address, to: Address) => `${chainId}:${token}:${from}:${to}`;

/**
 * True unless the token refuses to move from one account to the other, as issuers' block lists make it: simulates a transfer of
 * nothing. An answer is remembered for a minute. A node that gives none is taken as a yes, because the collection itself is
 * simulated before it is sent.
 */
export async function canReceive(chainId: number, token: Address, from: Address, to: Address): Promise<boolean> {
  if (isSimulated(chainId)) return true;
  const known = remembered().get(keyOf(chainId, token, from, to));
  return (await (known ?? findTransferRefusal(chainId, token, from, to))) === null;
}

/**
 * Returns why the token refuses to move from one account to the other, or null: like {@link canReceive}, but
 * asks a node again and replaces the remembered answer.
 */
export function findTransferRefusal(
  chainId: number,
  token: Address,
  from: Address,
  to: Address,
): Promise<TransferRefusal | null> {
  const answer = simulateTransfer(chainId, token, from, to);
  remembered().set(keyOf(chainId, token, from, to), answer);
  return answer;
}

/** Makes {@link canReceive} answer no for a minute, for a token that would move, but not as it should. */
export function rememberRefusal(chainId: number, token: Address, from: Address, to: Address): void {
  remembered().set(keyOf(chainId, token, from, to), Promise.resolve({ reason: null }));
}

async function simulateTransfer(
  chainId: number,
  token: Address,
  account: Address,
  to: Address,
): Promise<TransferRefusal | null> {
  try {
    await quickChainClient(chainId).call({ account, to: token, data: transferCalldata(to, 0n) });
    return null;
  } catch (error) {
    return revertReason(error) === null ? null : { reason: statedReason(error) };
  }
}
