import { hasParentChainGas } from "#lib/chain/chains.ts";
import { chainClient, unbatchedChainClient } from "#lib/chain/nodes/clients.ts";
import { revertReason } from "#lib/chain/nodes/node-error.ts";
import { readParentChainGas } from "#lib/chain/parent-chain-gas.ts";
import { capOf, estimateGas, type SimulatedCall } from "#lib/chain/relay/fees/estimate-gas.ts";
import { relayKinds } from "#lib/chain/relay/relay-kinds.ts";
import type { RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { collectionKind } from "#lib/chain/router/collect-calldata.ts";

/** A transaction's gas limit, or why it must not be sent. */
export type SimulatedAsSent = { gasLimit: bigint } | { refusal: string };

/** The latest gas limit of each kind of collection. Bounded: a kind is a router's function and a token. */
const gasLimits = new Map<string, bigint>();

/**
 * Simulates a transaction as it will be sent: estimates its gas, adds 30 % and the parent chain's part a second time, because
 * that may double by then, and runs it with exactly that limit and price, because a stranger's code may behave differently with
 * more gas. The limit is never above the cap.
 * @param gasPrice null to skip the second run, for a wallet that couldn't pay for it.
 * @throws Error when the node fails.
 */
export async function simulateAsSent(
  transaction: SimulatedCall,
  { gasPrice, blockNumber }: { gasPrice: bigint | null; blockNumber?: bigint },
): Promise<SimulatedAsSent> {
  const at = blockNumber === undefined ? {} : { blockNumber };
  const parentChainGas = await readParentChainGas(transaction);
  const price = gasPrice === null ? {} : { gasPrice };
  const estimate = await estimateGas(transaction, { ...at, ...price, parentChainGas });
  if (typeof estimate !== "bigint") return estimate;
  const cap = capOf(transaction, parentChainGas);
  const ample = (estimate * 13n) / 10n + parentChainGas;
  const gasLimit = cap !== null && cap < ample ? cap : ample;
  const refusal =
    gasPrice === null ? null : await run(unbatchedChainClient, transaction, { ...at, gas: gasLimit, gasPrice });
  return refusal === null ? { gasLimit } : { refusal };
}

/**
 * Simulates a transaction with the gas limit of the last collection of its kind, and estimates only if it fails with that:
 * an estimate makes the node run the call about twenty times. Concurrent calls share a request: with that limit even a stranger's
 * code ends at once, and a request for each would cost this process more than the rest of a payment.
 * @param gasPrice as for {@link simulateAsSent}.
 * @throws Error when the node fails.
 */
export async function simulateWithKnownLimit(
  transaction: RelayTransaction,
  gasPrice: bigint | null,
): Promise<SimulatedAsSent> {
  const kind = kindOf(transaction);
  const gas = kind === null ? undefined : gasLimits.get(kind);
  if (gas !== undefined && gasPrice !== null && (await run(chainClient, transaction, { gas, gasPrice })) === null) {
    return { gasLimit: gas };
  }
  const simulated = await simulateAsSent(transaction, { gasPrice });
  if (kind !== null && "gasLimit" in simulated) {
    gasLimits.set(kind, simulated.gasLimit);
  }
  return simulated;
}

/**
 * Null where a gas limit can't be reused, so that each call is estimated: on a chain whose gas includes the parent chain's price,
 * and for a call that runs a buyer's code.
 */
function kindOf({ purpose, chainId, target, calldata, gasCap }: RelayTransaction): string | null {
  if (!relayKinds[purpose.kind].sharesGasLimit || gasCap !== null || hasParentChainGas(chainId)) return null;
  return `${chainId}:${target}:${collectionKind(calldata)}`;
}

async function run(
  clientOf: typeof chainClient,
  { chainId, wallet: account, target: to, calldata: data, value = 0n }: SimulatedCall,
  as: { gas: bigint; gasPrice: bigint; blockNumber?: bigint },
): Promise<string | null> {
  try {
    await clientOf(chainId).call({ account, to, data, value, ...as });
    return null;
  } catch (error) {
    const refusal = revertReason(error);
    if (refusal === null) throw error;
    return refusal;
  }
}
