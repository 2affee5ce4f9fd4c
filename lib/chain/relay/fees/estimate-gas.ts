import { BaseError, toHex } from "viem";
import { getNodeError } from "viem/utils";
import { aloneChainClient } from "#lib/chain/clients.ts";
import { deploymentGasCap, gasCap } from "#lib/chain/gas-cap.ts";
import { revertReason } from "#lib/chain/node-error.ts";
import type { RelayPurpose } from "#lib/chain/relay/purpose.ts";
import type { RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";

const caps: Record<RelayPurpose["kind"], bigint | null> = {
  collection: gasCap,
  deployment: deploymentGasCap,
  payout: null,
  noop: null,
};

/**
 * How much gas a transaction would take, or why it is not to be sent: it would revert, or take more than its kind may. That
 * is said to the node too, so that it does not find out at length how much more a stranger's code could burn.
 *
 * Not viem's `estimateGas`, which does not hand on a limit.
 * @param blockNumber the state to look at; a node that has not got so far fails, instead of answering for another block.
 * Left out, the node's newest.
 * @throws Error when the node does not say.
 */
export async function estimateGas(
  {
    chainId,
    wallet: from,
    target: to,
    calldata: data,
    purpose,
  }: Pick<RelayTransaction, "chainId" | "wallet" | "target" | "calldata" | "purpose">,
  blockNumber?: bigint,
): Promise<bigint | { refusal: string }> {
  const cap = caps[purpose.kind];
  const call = { from, to, data, ...(cap === null ? {} : { gas: toHex(cap) }) };
  try {
    const answer = await aloneChainClient(chainId).request({
      method: "eth_estimateGas",
      params: blockNumber === undefined ? [call] : [call, toHex(blockNumber)],
    });
    const gas = BigInt(answer);
    return cap === null || gas <= cap ? gas : { refusal: `it would take ${gas} gas` };
  } catch (error) {
    const refusal = error instanceof BaseError ? revertReason(getNodeError(error, {})) : null;
    if (refusal === null) throw error;
    return { refusal };
  }
}
