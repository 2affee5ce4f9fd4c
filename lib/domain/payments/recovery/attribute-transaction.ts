import { decodeFunctionData, isAddressEqual, type TransactionReceipt } from "viem";
import { eip3009Abi, erc20Abi, multicall3Address } from "#lib/chain/contracts.ts";
import type { AttributedTransaction, WalletTransaction } from "#lib/chain/relay/recovery/attribution.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import { toCaip10 } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { listOwedTo } from "#lib/domain/payments/payouts/repository.ts";
import { recoverCollection } from "#lib/domain/payments/recovery/recover-collection.ts";

type Result = Pick<AttributedTransaction, "attribution" | "paymentId" | "detail">;

/**
 * Finds out what a final transaction of a relayer wallet was that the database does not know: one of the forms that the relay
 * makes itself. A payment that it collected succeeds. Anything else awaits a person.
 * @returns null when that can't be decided yet.
 */
export async function attributeTransaction(
  queue: RelayQueue,
  transaction: WalletTransaction,
  receipt: TransactionReceipt,
): Promise<Result | null> {
  const { to, input, value, nonce } = transaction;
  const { chainId, wallet } = queue;
  const result = (attribution: Result["attribution"], detail: string, paymentId: string | null = null): Result => {
    return { attribution, detail, paymentId };
  };
  if (receipt.status === "reverted") return result("reverted", "it reverted, so it moved nothing");
  if (to === null) return result("unknown", "it deployed a contract");
  if (value > 0n) return result("unknown", `it sent ${value} wei to ${to}`);
  if (isAddressEqual(to, wallet)) return result("noop", "a transfer of nothing to the wallet itself");
  if (isAddressEqual(to, multicall3Address))
    return result("deployment", "a Multicall3 call, which can't move the wallet's");
  const router = knownRouters(chainId).find((each) => isAddressEqual(each, to));
  if (router !== undefined) {
    const recovered = await recoverCollection({ chainId, router, input, nonce, receipt });
    if (recovered === null) return null;
    if (recovered.kind === "lost") return result("unknown", recovered.detail);
    if (recovered.kind !== "duplicate") return result("collection", recovered.kind, recovered.paymentId);
    return result("duplicate", "a payment that had succeeded was paid again: refund its buyer", recovered.paymentId);
  }
  return (await findPayout(queue, transaction)) ?? result("unknown", `it called ${to}`);
}

/** A transfer that fits exactly one payout that is still owed: the payout finds it before it is sent. */
async function findPayout({ chainId, wallet }: RelayQueue, { to, input }: WalletTransaction): Promise<Result | null> {
  const token = tokensOfChain(chainId).find(({ address }) => to !== null && isAddressEqual(address, to));
  const transfer = token === undefined ? null : parseTransfer(input);
  if (token === undefined || transfer === null) return null;
  const destination = toCaip10({ chainId, address: transfer.to });
  const owed = await listOwedTo(database, {
    asset: assetOf(token),
    treasury: wallet,
    destination,
    amount: transfer.amount,
  });
  const [paymentId] = owed;
  if (paymentId === undefined || owed.length > 1) {
    const detail = `it sent ${transfer.amount} of ${token.symbol} to ${transfer.to}, which ${owed.length} payouts owe`;
    return { attribution: "unknown", paymentId: null, detail };
  }
  return { attribution: "payout", paymentId, detail: `the payout of ${paymentId}` };
}

/** A transfer as payouts make it: a plain one, or by an authorization of the wallet. */
function parseTransfer(data: WalletTransaction["input"]) {
  try {
    const { functionName, args } = decodeFunctionData({ abi: [...erc20Abi, ...eip3009Abi], data });
    if (functionName === "transferWithAuthorization") return { to: args[1], amount: args[2] };
    return functionName === "transfer" ? { to: args[0], amount: args[1] } : null;
  } catch {
    return null;
  }
}
