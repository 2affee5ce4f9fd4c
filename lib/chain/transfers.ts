import { encodeFunctionData, type Hex, isAddressEqual, type Log, parseEventLogs } from "viem";
import { erc20Abi } from "#lib/chain/contracts.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AtomicAmount } from "#lib/core/money.ts";

export type ExpectedTransfer = { token: Address; from: Address; to: Address; atLeast: AtomicAmount };
export type SeenTransfer = { logIndex: number; amount: AtomicAmount };

/**
 * The token's own `Transfer` log of exactly that contract and those parties and of at least that amount, among the
 * logs of one receipt; null when there is none. Another token's log, whatever its symbol, does not count.
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

/** The call of a token that transfers from its sender. */
export function transferCalldata(to: Address, amount: AtomicAmount): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
}
