import { decodeFunctionData, type Hex, isAddressEqual, type TransactionReceipt } from "viem";
import { eip3009Abi, erc20Abi, multicall3Address } from "#lib/chain/contracts.ts";
import type { AttributedTransaction, WalletTransaction } from "#lib/chain/relay/recovery/attribution.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { knownRouters } from "#lib/chain/router/routers.ts";
import { assetOf, tokensOfChain } from "#lib/chain/tokens.ts";
import { type Address, toCaip10 } from "#lib/core/caip.ts";
import { database } from "#lib/db/pool.ts";
import { listOwed } from "#lib/domain/payments/payouts/repository.ts";
import { payoutNonce } from "#lib/domain/payments/payouts/send-payouts.ts";
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
    if (recovered.kind === "lost") return result(recovered.isProven ? "lost" : "unknown", recovered.detail);
    if (recovered.kind !== "duplicate") return result("collection", recovered.kind, recovered.paymentId);
    const detail =
      recovered.refundId === null
        ? "a payment that had succeeded was paid again: refund its buyer"
        : `refund ${recovered.refundId} was paid, but its payment had been refunded already: ask the buyer to return it`;
    return result("duplicate", detail, recovered.paymentId);
  }
  return (await findPayout(queue, transaction)) ?? result("unknown", `it called ${to}`);
}

const mostCandidates = 1_000;

/** A transfer that makes exactly one payout that is still owed: the payout finds it before it is sent. */
async function findPayout({ chainId, wallet }: RelayQueue, { to, input }: WalletTransaction): Promise<Result | null> {
  const token = tokensOfChain(chainId).find(({ address }) => to !== null && isAddressEqual(address, to));
  const transfer = token === undefined ? null : parseTransfer(input);
  if (token === undefined || transfer === null) return null;
  const { recipient, amount, nonce } = transfer;
  const owed = await listOwed(database, { asset: assetOf(token), treasury: wallet, amount }, mostCandidates);
  const destination = toCaip10({ chainId, address: recipient });
  const made = owed.filter((payout) =>
    nonce === null ? payout.destination === destination : payoutNonce(payout.paymentId) === nonce,
  );
  const [payout] = made;
  if (payout === undefined || made.length > 1) {
    const detail = `it sent ${amount} of ${token.symbol} to ${recipient}, which ${made.length} payouts owe`;
    return { attribution: "unknown", paymentId: null, detail };
  }
  return { attribution: "payout", paymentId: payout.paymentId, detail: `the payout of ${payout.paymentId}` };
}

type Transfer = { recipient: Address; amount: bigint; nonce: Hex | null };

/** Parses a transfer as payouts make it: a plain one, or by an authorization of the wallet, which has the payout's nonce. */
function parseTransfer(data: Hex): Transfer | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: [...erc20Abi, ...eip3009Abi], data });
    if (functionName === "transferWithAuthorization") return { recipient: args[1], amount: args[2], nonce: args[5] };
    return functionName === "transfer" ? { recipient: args[0], amount: args[1], nonce: null } : null;
  } catch {
    return null;
  }
}
