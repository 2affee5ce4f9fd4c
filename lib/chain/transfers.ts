import { encodeFunctionData, type Hex, isAddressEqual, type Log, parseEventLogs } from "viem";
import { erc20Abi } from "#lib/chain/contracts.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

export type ExpectedTransfer = { token: Address; from: Address; to: Address; atLeast: AtomicAmount };
export type SeenTransfer = { logIndex: number; amount: AtomicAmount };

/**
 * Finds the first `Transfer` log of exactly this token contract, between these parties and of at least this amount, in a
 * receipt's logs; null when there is none.
 */
export function findTransfer(
  logs: readonly Log[],
  { token, from, to, atLeast }: ExpectedTransfer,
): SeenTransfer | null {
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: [...logs] });
  for (const { address, args, logIndex } of transfers) {
    const isExpected = isAddressEqual(address, token) && isAddressEqual(args.from, from) && isAddressEqual(args.to, to);
    if (isExpected && args.value >= atLeast && logIndex !== null) return { logIndex, amount: args.value };
  }
  return null;
}

/** Measures by how much a transaction reduced the token balance of `from`, with its first log; null when it did not. */
export function measureDeparture(
  logs: readonly Log[],
  { token, from }: Pick<ExpectedTransfer, "token" | "from">,
): SeenTransfer | null {
  let first: number | null = null;
  let amount = 0n;
  for (const log of parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: [...logs] })) {
    if (!isAddressEqual(log.address, token)) continue;
    if (isAddressEqual(log.args.from, from)) {
      first ??= log.logIndex;
      amount += log.args.value;
    }
    if (isAddressEqual(log.args.to, from)) amount -= log.args.value;
  }
  return first !== null && amount > 0n ? { logIndex: first, amount } : null;
}

/** Encodes a token's `transfer` from the sender. */
export function transferCalldata(to: Address, amount: AtomicAmount): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
}
