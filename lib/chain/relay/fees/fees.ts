import { getChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/clients.ts";
import type { GasFees } from "#lib/chain/relay/relay-transaction.ts";

/** What gas costs now, in wei. A legacy chain has no base fee and no tip, only a price. */
export type GasMarket = { price: bigint; baseFee: bigint | null; tip: bigint | null };

/** What a node asks for gas now. Two questions at most. @throws Error when it does not answer. */
export async function readMarket(chainId: number): Promise<GasMarket> {
  const client = chainClient(chainId);
  if (getChain(chainId).feeType === "legacy") {
    return { price: await client.getGasPrice(), baseFee: null, tip: null };
  }
  const [block, tip] = await Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()]);
  const baseFee = block.baseFeePerGas ?? 0n;
  return { price: baseFee + tip, baseFee, tip };
}

/**
 * What a transaction should offer: on EIP-1559 chains twice the base fee and the node's tip, so that six full blocks in
 * a row do not price it out; on legacy chains the node's price and a quarter. Never more than the ceiling.
 */
export function offerFor({ price, baseFee, tip }: GasMarket, ceiling: bigint): GasFees {
  if (baseFee === null || tip === null) {
    return { maxFeePerGas: atMost((price * 5n) / 4n, ceiling), maxPriorityFeePerGas: null };
  }
  const maxFeePerGas = atMost(baseFee * 2n + tip, ceiling);
  return { maxFeePerGas, maxPriorityFeePerGas: atMost(tip, maxFeePerGas) };
}

/** True when a transaction with these fees can't get into the next block, however long it waits. */
export function isPricedOut({ maxFeePerGas }: GasFees, { price, baseFee }: GasMarket): boolean {
  return maxFeePerGas < (baseFee ?? price);
}

/**
 * Fees that replace a transaction at its nonce: both at least 12.5 % more than before, because nodes want 10 % more of
 * both, and as much as the market asks.
 * @returns null when that would be more than `cap`.
 */
export function raiseFees(previous: GasFees, market: GasMarket, cap: bigint): GasFees | null {
  const offer = offerFor(market, cap);
  const maxFeePerGas = atLeast(eighthMore(previous.maxFeePerGas), offer.maxFeePerGas);
  if (maxFeePerGas > cap) return null;
  if (previous.maxPriorityFeePerGas === null) return { maxFeePerGas, maxPriorityFeePerGas: null };
  const tip = atLeast(eighthMore(previous.maxPriorityFeePerGas), offer.maxPriorityFeePerGas ?? 0n);
  return { maxFeePerGas, maxPriorityFeePerGas: atMost(tip, maxFeePerGas) };
}

/** Rounded up, and one more where an eighth of it is nothing. */
function eighthMore(fee: bigint): bigint {
  return fee + fee / 8n + 1n;
}

function atMost(value: bigint, limit: bigint): bigint {
  return value < limit ? value : limit;
}

function atLeast(value: bigint, limit: bigint): bigint {
  return value > limit ? value : limit;
}
