import { hexToBigInt, isHex, type TransactionReceipt } from "viem";
import { getChain } from "#lib/chain/chains.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import type { GasFees } from "#lib/chain/relay/relay-transaction.ts";

/** The current price of gas, in wei. A legacy chain has no base fee and no tip, only a price. */
export type GasMarket = { price: bigint; baseFee: bigint | null; tip: bigint | null };

/** Reads the current price of gas, with two calls at most. @throws Error when the node fails. */
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
 * Returns the fees of a new transaction: on EIP-1559 chains twice the base fee plus the node's tip, so that six full blocks
 * in a row don't price it out; on legacy chains the node's price plus a quarter. Never more than the ceiling.
 */
export function initialFees({ price, baseFee, tip }: GasMarket, ceiling: bigint): GasFees {
  if (baseFee === null || tip === null) {
    return { maxFeePerGas: atMost((price * 5n) / 4n, ceiling), maxPriorityFeePerGas: null };
  }
  const maxFeePerGas = atMost(baseFee * 2n + tip, ceiling);
  return { maxFeePerGas, maxPriorityFeePerGas: atMost(tip, maxFeePerGas) };
}

/** True when a transaction with these fees can't be included until the base fee falls. */
export function isPricedOut({ maxFeePerGas }: GasFees, { price, baseFee }: GasMarket): boolean {
  return maxFeePerGas < (baseFee ?? price);
}

/**
 * Returns the fees of a replacement transaction: both at least 12.5 % above the previous ones, because nodes require 10 % more
 * of both, and at least what a new transaction would pay.
 * @returns null when the fee would exceed `cap`.
 */
export function bumpFees(previous: GasFees, market: GasMarket, cap: bigint): GasFees | null {
  const initial = initialFees(market, cap);
  const maxFeePerGas = atLeast(eighthMore(previous.maxFeePerGas), initial.maxFeePerGas);
  if (maxFeePerGas > cap) return null;
  if (previous.maxPriorityFeePerGas === null) return { maxFeePerGas, maxPriorityFeePerGas: null };
  const tip = atLeast(eighthMore(previous.maxPriorityFeePerGas), initial.maxPriorityFeePerGas ?? 0n);
  return { maxFeePerGas, maxPriorityFeePerGas: atMost(tip, maxFeePerGas) };
}

/**
 * Returns the wei that a mined transaction cost its sender, successful or not: gas at the block's price, plus on OP Stack
 * chains the cost of its data on the parent chain, which their receipts give as `l1Fee`, and the operator's fee, of which they
 * give the scalar and the constant.
 */
export function gasCostOf(receipt: TransactionReceipt): bigint {
  const fields: Readonly<Record<string, unknown>> = { ...receipt };
  const read = (name: string) => (isHex(fields[name]) ? hexToBigInt(fields[name]) : 0n);
  const scaled = receipt.gasUsed * read("operatorFeeScalar");
  // The upgrade Jovian added this field to receipts, and made the scalar count hundreds of wei instead of millionths.
  const operatorFee = isHex(fields.daFootprintGasScalar) ? scaled * 100n : scaled / 1_000_000n;
  return receipt.gasUsed * receipt.effectiveGasPrice + read("l1Fee") + operatorFee + read("operatorFeeConstant");
}

/** Adds an eighth and 1 wei, so that fees below 8 wei grow too. */
function eighthMore(fee: bigint): bigint {
  return fee + fee / 8n + 1n;
}

function atMost(value: bigint, limit: bigint): bigint {
  return value < limit ? value : limit;
}

function atLeast(value: bigint, limit: bigint): bigint {
  return value > limit ? value : limit;
}
