import { parseAbi } from "viem";
import { gasCeiling, getChain, nativePrice } from "#lib/chain/chains.ts";
import { withTimeout } from "#lib/chain/nodes/ask-chain.ts";
import { quickChainClient } from "#lib/chain/nodes/clients.ts";
import { refused } from "#lib/chain/nodes/node-error.ts";
import type { Address } from "#lib/core/caip.ts";
import { processSingleton } from "#lib/core/process-singleton.ts";
import { log } from "#lib/log/log.ts";

/**
 * The price of gas on a chain, in wei: of a unit of gas, its operator's fee included, and of publishing a
 * transaction on the parent chain.
 */
export type GasPrice = { perGas: bigint; dataFee: bigint };

/** Gas that a collection from an account without code takes, with a margin: 85,000 to 130,000 for the supported tokens. */
export const collectionGas = 150_000n;

const refreshAfterMs = 15_000;
const retryAfterMs = 5_000;
const timeoutMs = 2_000;
/** A collection's bytes: the router's call, the sealed record and the signature of the transaction. */
const transactionBytes = 800n;

const oracle: Address = "0x420000000000000000000000000000000000000F";
const oracleAbi = parseAbi([
  "function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)",
  "function getOperatorFee(uint256 gasUsed) view returns (uint256)",
]);

type Reading = { price: GasPrice | null; next: Promise<GasPrice | null>; againAtMs: number };

const readings = processSingleton("gas-prices", () => new Map<number, Reading>());

/**
 * Returns a chain's current gas price, about 15 s old at most. Asks the node in the first call of the
 * process, and in the background from then on, so no later call waits for it. Never above the chain's
 * ceiling, because nothing is sent above it, whatever a node says.
 * @returns null when no node has told the price yet; the next call tries again, 5 s later at the earliest.
 * All zero where the native coin is configured to cost nothing.
 */
export async function findGasPrice(chainId: number): Promise<GasPrice | null> {
  if (nativePrice(chainId) === 0n) return { perGas: 0n, dataFee: 0n };
  const known = readings().get(chainId);
  if (known !== undefined && performance.now() < known.againAtMs) return known.price ?? known.next;
  const next = refresh(chainId, known?.price ?? null);
  return known?.price ?? next;
}

function refresh(chainId: number, last: GasPrice | null): Promise<GasPrice | null> {
  const next = withTimeout(chainId, timeoutMs, readGasPrice(chainId)).catch((error: unknown) => {
    log().warn({ err: error, chainId }, "a chain's gas price could not be read");
    return null;
  });
  const reading: Reading = { price: last, next, againAtMs: Number.POSITIVE_INFINITY };
  readings().set(chainId, reading);
  void next.then((price) => {
    reading.price = price ?? last;
    reading.againAtMs = performance.now() + (price === null ? retryAfterMs : refreshAfterMs);
  });
  return next;
}

async function readGasPrice(chainId: number): Promise<GasPrice> {
  const client = quickChainClient(chainId);
  const askOracle = (functionName: "getL1FeeUpperBound" | "getOperatorFee", argument: bigint) =>
    getChain(chainId).hasDataFee
      ? client.readContract({ address: oracle, abi: oracleAbi, functionName, args: [argument] }).catch(refused)
      : null;
  const [perGas, dataFee, operatorFee] = await Promise.all([
    client.getGasPrice(),
    askOracle("getL1FeeUpperBound", transactionBytes),
    askOracle("getOperatorFee", collectionGas),
  ]);
  const ceiling = gasCeiling(chainId);
  const highestFee = ceiling * collectionGas;
  const operatorFeePerGas = ((operatorFee ?? 0n) + collectionGas - 1n) / collectionGas;
  return { perGas: within(perGas + operatorFeePerGas, ceiling), dataFee: within(dataFee ?? 0n, highestFee) };
}

function within(value: bigint, most: bigint): bigint {
  if (value < 0n) return 0n;
  return value < most ? value : most;
}

/** Returns the wei that a transaction of this much gas costs. */
export function gasCostAt({ perGas, dataFee }: GasPrice, gas: bigint): bigint {
  return gas * perGas + dataFee;
}

const weiPerCoin = 10n ** 18n;

/**
 * Returns the expected gas cost of a collection in millionths of a US dollar, rounded up.
 * @returns null when no node has told the gas price yet.
 */
export async function findCollectionCost(chainId: number): Promise<bigint | null> {
  const price = await findGasPrice(chainId);
  if (price === null) return null;
  return (gasCostAt(price, collectionGas) * nativePrice(chainId) + weiPerCoin - 1n) / weiPerCoin;
}
