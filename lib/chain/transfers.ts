import { encodeFunctionData, type Hex, isAddressEqual, type Log, parseEventLogs } from "viem";
import { eip3009Abi, erc20Abi } from "#lib/chain/contracts.ts";
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

/**
 * A transfer out of one of our wallets: by the authorization with this nonce where the logs hold its use,
 * else by a plain call.
 */
export type OrderedTransfer = { token: Address; from: Address; to: Address; amount: AtomicAmount; nonce: Hex };

/** The amount that left for a transfer, the log that names it, and its recipient, who may not be the ordered one. */
export type Departure = SeenTransfer & { recipient: Address; isDelivered: boolean };

/**
 * Measures what an ordered transfer took from its sender, and whether one log delivers the whole amount to the ordered recipient;
 * null when it took nothing.
 *
 * Anyone can submit authorizations, and several in one transaction. So only the sender's transfers count that directly follow the
 * use of this authorization, until they reach the amount: some tokens log the part that they keep as a transfer of its own.
 * A plain call is the whole transaction, of which all that left the sender counts.
 */
export function measureOrdered(logs: readonly Log[], ordered: OrderedTransfer): Departure | null {
  const { token, from, to, amount: atLeast } = ordered;
  const own = logsOfAuthorization(logs, ordered) ?? logs;
  const delivered = findTransfer(own, { token, from, to, atLeast });
  // A transfer to the sender itself reduces no balance, so measureDeparture finds nothing.
  const left = measureDeparture(own, { token, from }) ?? delivered;
  if (left === null) return null;
  const reached = findTransfer(own, { token, from, to, atLeast: 1n });
  return { ...left, recipient: reached === null ? recipientOf(own, left) : to, isDelivered: delivered !== null };
}

/** The sender's transfers by an authorization; null when the logs don't hold its use. */
function logsOfAuthorization(logs: readonly Log[], { token, from, amount, nonce }: OrderedTransfer): Log[] | null {
  const events = parseEventLogs({ abi: [...eip3009Abi, ...erc20Abi], logs: [...logs] }).filter(({ address }) =>
    isAddressEqual(address, token),
  );
  const used = events.findIndex((event) => {
    return (
      event.eventName === "AuthorizationUsed" &&
      isAddressEqual(event.args.authorizer, from) &&
      event.args.nonce === nonce
    );
  });
  if (used < 0) return null;
  const own: Log[] = [];
  let taken = 0n;
  for (const event of events.slice(used + 1)) {
    if (taken >= amount || event.eventName !== "Transfer") break;
    if (!isAddressEqual(event.args.from, from)) continue;
    own.push(event);
    taken += event.args.value;
  }
  return own;
}

function recipientOf(logs: readonly Log[], { logIndex }: SeenTransfer): Address {
  const [transfer] = parseEventLogs({
    abi: erc20Abi,
    eventName: "Transfer",
    logs: logs.filter((log) => log.logIndex === logIndex),
  });
  if (transfer === undefined) throw new Error(`the log ${logIndex} is not a transfer`);
  return transfer.args.to;
}

/** Encodes a token's `transfer` from the sender. */
export function transferCalldata(to: Address, amount: AtomicAmount): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
}
