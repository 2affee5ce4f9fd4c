import { getAbiItem, getAddress, type Hex, isAddressEqual, type TransactionReceipt, toFunctionSelector } from "viem";
import { multicall3Address } from "#lib/chain/contracts.ts";
import { depositFactory, factoryAbi } from "#lib/chain/deposits/deposit-factory.ts";
import type { AttributedTransaction, WalletTransaction } from "#lib/chain/relay/attribution.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { assetOf, nativeAsset, tokensOfChain } from "#lib/chain/tokens.ts";
import { actAs } from "#lib/core/actor.ts";
import { type Address, toCaip10 } from "#lib/core/caip.ts";
import type { MovementId, PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { findMovementMadeBy, findUnclaimedMovement } from "#lib/domain/payments/ledger/movements/repository.ts";
import { payoutNonce } from "#lib/domain/payments/payouts/payout-nonce.ts";
import { listOwed } from "#lib/domain/payments/payouts/repository.ts";
import { recoverCall } from "#lib/domain/payments/recovery/recover-call.ts";
import { describeDuplicate } from "#lib/domain/payments/recovery/recover-collection.ts";
import { findRefunded, parseTransfer } from "#lib/domain/payments/recovery/refund-transfers.ts";
import { recoveryActor, restoreHeldRefund } from "#lib/domain/payments/recovery/restore-held-refund.ts";
import { findPaidBy } from "#lib/domain/payments/transfers/repository.ts";

type Result = Pick<AttributedTransaction, "attribution" | "paymentId" | "movementId" | "detail">;

/**
 * Finds out what a final transaction of a relayer wallet was that the database does not know: one of the forms that the relay
 * makes itself. A payment that it collected succeeds; a payout or a movement is found when it is about to be sent, or was found
 * already. Anything else awaits a person.
 * @returns null when that can't be decided yet.
 */
export async function attributeTransaction(
  queue: RelayQueue,
  transaction: WalletTransaction,
  receipt: TransactionReceipt,
): Promise<Result | null> {
  const { hash, to, input, value, nonce } = transaction;
  const { chainId, wallet } = queue;
  const result = (attribution: Result["attribution"], detail: string, paymentId: string | null = null): Result => {
    return { attribution, detail, paymentId, movementId: null };
  };
  if (receipt.status === "reverted") return result("reverted", "it reverted, so it moved nothing");
  if (to === null) return result("unknown", "it deployed a contract");
  const recorded = await findRecorded(queue, hash);
  if (recorded !== null) return recorded;
  if (value > 0n) {
    return (await findCoinMovement(queue, transaction)) ?? result("unknown", `it sent ${value} wei to ${to}`);
  }
  if (isAddressEqual(to, wallet)) return result("noop", "a transfer of nothing to the wallet itself");
  if (isAddressEqual(to, multicall3Address))
    return result("deployment", "a Multicall3 call, which can't move the wallet's");
  if (isSweep(to, input)) return result("noop", "a sweep of a deposit address, which moves nothing of the wallet's");
  const recovered = await recoverCall({ chainId, to, input, nonce, receipt });
  if (recovered === null) return null;
  if (recovered !== "other") {
    if (recovered.kind === "lost") return result(recovered.isProven ? "lost" : "unknown", recovered.detail);
    if (recovered.kind !== "duplicate") return result("collection", recovered.kind, recovered.paymentId);
    return result("duplicate", describeDuplicate(recovered), recovered.paymentId);
  }
  return (await findTransfer(queue, transaction)) ?? result("unknown", `it called ${to}`);
}

/** A payout or a movement that the relay found on the chain by itself, before the recovery came to its transaction. */
async function findRecorded(queue: RelayQueue, hash: Hex): Promise<Result | null> {
  const paymentId = await findPaidBy(database, queue, hash);
  if (paymentId !== null) return toPayout(paymentId);
  return toMovement(await findMovementMadeBy(database, queue.chainId, hash));
}

function isSweep(to: Address, input: Hex): boolean {
  return (
    isAddressEqual(to, depositFactory) &&
    input.startsWith(toFunctionSelector(getAbiItem({ abi: factoryAbi, name: "sweep" })))
  );
}

const maxCandidates = 1_000;

/** Native coin for a movement of the operator. */
async function findCoinMovement(
  queue: RelayQueue,
  { to, input, value, blockNumber }: WalletTransaction,
): Promise<Result | null> {
  if (to === null || input !== "0x") return null;
  const moved = { asset: nativeAsset(queue.chainId), amount: value, destination: getAddress(to) };
  return toMovement(await findUnclaimedMovement(database, queue, moved, blockNumber));
}

/** @param isProven true for a transfer by the payout's own authorization; a plain one may have had another reason. */
function recoverRefund(paymentId: PaymentId, isProven: boolean): Promise<boolean> {
  return actAs(recoveryActor, () => inTransaction((tx) => restoreHeldRefund(tx, paymentId, { isProven })));
}

function toPayout(paymentId: PaymentId): Result {
  return { attribution: "payout", paymentId, movementId: null, detail: `the payout of ${paymentId}` };
}

function toMovement(movementId: MovementId | null): Result | null {
  if (movementId === null) return null;
  return { attribution: "movement", paymentId: null, movementId, detail: `the movement ${movementId}` };
}

/**
 * A transfer that makes exactly one payout that is still owed, or a movement of the operator: either finds it
 * before it is sent. Of equal movements, each gets one transaction, the oldest first. A transfer of held
 * money to the payment's buyer was a refund.
 */
async function findTransfer(
  { chainId, wallet }: RelayQueue,
  { to, input, blockNumber }: WalletTransaction,
): Promise<Result | null> {
  const token = tokensOfChain(chainId).find(({ address }) => to !== null && isAddressEqual(address, to));
  const transfer = token === undefined ? null : parseTransfer(input);
  if (token === undefined || transfer === null) return null;
  const { recipient, amount, nonce } = transfer;
  const wanted = { asset: assetOf(token), treasury: wallet, amount, block: blockNumber };
  const owed = await listOwed(database, wanted, maxCandidates);
  const destination = toCaip10({ chainId, address: recipient });
  const made = owed.filter((payout) =>
    nonce === null ? payout.destination === destination : payoutNonce(payout.paymentId) === nonce,
  );
  const [payout] = made;
  const moved = { asset: assetOf(token), amount, destination: recipient };
  const movementId =
    nonce === null ? await findUnclaimedMovement(database, { chainId, wallet }, moved, blockNumber) : null;
  if (payout === undefined && movementId !== null) return toMovement(movementId);
  const refunded = await findRefunded(nonce === null && payout === undefined ? owed : made, destination);
  const [lost] = refunded;
  if (lost !== undefined && refunded.length === 1 && (await recoverRefund(lost, nonce !== null))) {
    return {
      attribution: "payout",
      paymentId: lost,
      movementId: null,
      detail: `the refund of ${lost} from the treasury`,
    };
  }
  if (payout === undefined || made.length > 1 || movementId !== null) {
    const also = movementId === null ? "" : `, and which the movement ${movementId} may be`;
    const buyers =
      refunded.length === 0
        ? ""
        : `; it may be the refund of ${refunded.join(" or ")}: if it is, say so with --refund, or the payout pays the merchant too`;
    const detail = `it sent ${amount} of ${token.symbol} to ${recipient}, which ${made.length} payouts owe${also}${buyers}`;
    return { attribution: "unknown", paymentId: null, movementId: null, detail };
  }
  return toPayout(payout.paymentId);
}
