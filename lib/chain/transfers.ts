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

/**
 * How much of a token has come from `from` and stayed with `to`, by all logs of one receipt: what left `to` again in the
 * same transaction has not stayed, as with a token that takes its fee from who receives. Null when nothing has.
 */
export function measureArrival(
  logs: readonly Log[],
  { token, from, to }: Omit<ExpectedTransfer, "atLeast">,
): SeenTransfer | null {
  const first = findTransfer(logs, { token, from, to, atLeast: 1n });
  if (first === null) return null;
  let amount = 0n;
  for (const { address, args } of parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: [...logs] })) {
    if (!isAddressEqual(address, token)) continue;
    if (isAddressEqual(args.from, from) && isAddressEqual(args.to, to)) amount += args.value;
    if (isAddressEqual(args.from, to)) amount -= args.value;
  }
  return amount > 0n ? { logIndex: first.logIndex, amount } : null;
}

/**
 * How much of a token `from` has less after a transaction than before, by all logs of its receipt, and the first log of
 * it; null when it is nothing.
 */
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

/** The call of a token that transfers from its sender. */
export function transferCalldata(to: Address, amount: AtomicAmount): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
}
