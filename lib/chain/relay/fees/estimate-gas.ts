import { BaseError, toHex } from "viem";
import { getNodeError } from "viem/utils";
import { unbatchedChainClient } from "#lib/chain/nodes/clients.ts";
import { revertReason } from "#lib/chain/nodes/node-error.ts";
import { readParentChainGas } from "#lib/chain/parent-chain-gas.ts";
import { type RelayKind, relayKinds } from "#lib/chain/relay/relay-kinds.ts";
import type { RelayQueue, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";

/**
 * A call of a relayer wallet, queued or not. `gasCap` lowers the cap of its kind; null says that a collection
 * is from an account without code. `value` is native coin in wei, by default 0.
 */
export type SimulatedCall = Pick<RelayTransaction, "chainId" | "wallet" | "target" | "calldata"> & {
  purpose: { kind: RelayKind };
  gasCap?: bigint | null;
  value?: bigint;
};

type EstimateAt = { blockNumber?: bigint; gasPrice?: bigint | undefined; parentChainGas?: bigint };

/**
 * Estimates a transaction's gas, or returns why it must not be sent: it would revert, or use more than the cap of its kind,
 * to which comes what the parent chain charges. The cap is sent to the node too, so that the node stops there instead of
 * running a stranger's code to its end.
 *
 * Not viem's `estimateGas`, which does not pass a limit on.
 * @param at.parentChainGas what the parent chain charges for it, where the caller has read that.
 * @param at.blockNumber the block to simulate at, by default the node's latest: a node that has not reached it fails instead of
 * answering for another block.
 * @param at.gasPrice in wei, which a contract can read: the wallet must be able to pay for the cap at that price.
 * @throws Error when the node fails.
 */
export async function estimateGas(
  call: SimulatedCall,
  { blockNumber, gasPrice, parentChainGas }: EstimateAt = {},
): Promise<bigint | { refusal: string }> {
  const cap = capOf(call, parentChainGas ?? (await readParentChainGas(call)));
  const price = gasPrice === undefined ? {} : { gasPrice: toHex(gasPrice) };
  const { chainId, wallet: from, target: to, calldata: data, value = 0n } = call;
  const coin = value === 0n ? {} : { value: toHex(value) };
  const sent = { from, to, data, ...coin, ...(cap === null ? {} : { gas: toHex(cap) }), ...price };
  try {
    const answer = await unbatchedChainClient(chainId).request({
      method: "eth_estimateGas",
      // Without a tag some nodes add their pool's transactions, which may never be mined, or not in that order.
      params: [sent, blockNumber === undefined ? "latest" : toHex(blockNumber)],
    });
    const gas = BigInt(answer);
    return cap === null || gas <= cap ? gas : { refusal: `it would take ${gas} gas` };
  } catch (error) {
    const refusal = error instanceof BaseError ? revertReason(getNodeError(error, {})) : null;
    if (refusal === null) throw error;
    return { refusal };
  }
}

/**
 * Returns the most gas that a call may take; null for no limit.
 * @param parentChainGas what the parent chain charges for it, which is beyond the buyer's control.
 */
export function capOf({ purpose, gasCap }: SimulatedCall, parentChainGas: bigint): bigint | null {
  const { cap: most, codelessCap } = relayKinds[purpose.kind];
  const cap = lowest(most, gasCap === null ? codelessCap : (gasCap ?? null));
  return cap === null ? null : cap + parentChainGas;
}

function lowest(cap: bigint | null, other: bigint | null): bigint | null {
  return cap === null || (other !== null && other < cap) ? other : cap;
}

/**
 * Estimates the gas of a no-op transaction, a transfer of nothing to the wallet itself: more than 21,000 on chains that
 * include their parent chain's gas. @throws Error when the node fails or refuses it.
 */
export async function estimateNoopGas({ chainId, wallet }: RelayQueue): Promise<bigint> {
  const gas = await estimateGas({ chainId, wallet, target: wallet, calldata: "0x", purpose: { kind: "noop" } });
  if (typeof gas !== "bigint") throw new Error(`a no-op transaction of ${wallet} would fail: ${gas.refusal}`);
  return gas > 21_000n ? (gas * 13n) / 10n : gas;
}
