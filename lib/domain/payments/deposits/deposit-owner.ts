import type { TransactionReceipt } from "viem";
import { requireUsable } from "#lib/chain/capabilities.ts";
import { type FoundCollection, findCollection } from "#lib/chain/find-collection.ts";
import type { EndedTransaction, RelayOwners } from "#lib/chain/relay/relay-registry.ts";
import { readNonceState } from "#lib/chain/used-nonce.ts";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import type { AtomicAmount } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { endAttempts } from "#lib/domain/payments/collection/repository.ts";
import { assetOfAddress, type WatchedAddress } from "#lib/domain/payments/deposit-addresses/deposit-address.ts";
import {
  getAddressOfAttempt,
  listAddressesOfAttempts,
  markEmptied,
  setState,
} from "#lib/domain/payments/deposit-addresses/repository.ts";
import { collectableOfAddress } from "#lib/domain/payments/deposits/collect-deposit.ts";
import { lockAtAddress, setExceptionState } from "#lib/domain/payments/deposits/exceptions/repository.ts";
import { type CollectedDeposit, recordDeposits } from "#lib/domain/payments/deposits/record-deposits.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { log } from "#lib/log/log.ts";

/**
 * Records what follows from collections of deposit addresses. One that fails never fails its payment: the money is at the address, and
 * can go nowhere else, so the checks of addresses start another attempt.
 */
export const depositOwner: RelayOwners["deposit"] = {
  recordFinal: recordDepositsFinal,
  async recordFailed(tx, { purpose: { attemptId } }, { reason }) {
    await reject(tx, attemptId, reason);
  },
  recordProgress: async () => undefined,
  async findProhibition({ purpose: { attemptId }, chainId }) {
    await requireUsable(chainId, async () => (await getAddressOfAttempt(database, attemptId)).token);
    return null;
  },
  findExecution: async ({ purpose, sinceBlock }, atLeast) =>
    (await search(purpose.attemptId, sinceBlock, atLeast)).execution,
  async decideExecution({ purpose: { attemptId }, sinceBlock }, atLeast) {
    const { execution, isUnused } = await search(attemptId, sinceBlock, atLeast);
    if (execution !== null || isUnused) return execution;
    throw new Error(`the address of ${attemptId} was collected by a transaction that no node shows yet`);
  },
  async readSignedNonce({ purpose }, at) {
    return readNonceState(collectableOfAddress(await getAddressOfAttempt(database, purpose.attemptId)), at);
  },
  // A paused token moves again, and a blocked recipient may be unblocked.
  maySucceedLater: async () => true,
};

/** Records final collections of addresses, which may have collected nothing. */
export async function recordDepositsFinal(
  tx: Tx,
  ended: readonly EndedTransaction<{ attemptId: AttemptId }>[],
): Promise<void> {
  const addresses = await listAddressesOfAttempts(
    tx,
    ended.map(({ purpose }) => purpose.attemptId),
  );
  for (const { purpose, execution } of ended) {
    const { attemptId } = purpose;
    const address = addresses.get(attemptId);
    if (address === undefined) throw new Error(`attempt ${attemptId} has no deposit address`);
    const { receipt, nonce: txNonce } = execution;
    const found = receipt.status === "success" ? collectableOfAddress(address).findLog(receipt.logs) : null;
    if (found === null) await reject(tx, attemptId, `${receipt.transactionHash} ended without the transfer`);
    else if ((await endAttempts(tx, [attemptId], "final")).size > 0) {
      if (await isPaidOtherwise(tx, address)) {
        await recordNotNeeded(tx, address, receipt);
        continue;
      }
      const collected = { attemptId, txHash: receipt.transactionHash, txNonce, amount: found.amount };
      await recordDeposits(tx, [{ address, receipt, logIndex: found.logIndex, event: eventOf(address, collected) }]);
    }
  }
}

/** A member has accepted the money, and the recovery has found meanwhile that the payment was paid otherwise. */
async function isPaidOtherwise(tx: Tx, { accepted, paymentId }: WatchedAddress): Promise<boolean> {
  return accepted !== null && (await lockPayment(tx, paymentId))?.storedStatus === "succeeded";
}

/** The merchant has the money, less the fee, which the books show as a transfer without a payment. */
async function recordNotNeeded(tx: Tx, address: WatchedAddress, receipt: TransactionReceipt): Promise<void> {
  const { transactionHash: sweepTxHash, blockNumber } = receipt;
  await setState(tx, [address.address], "closed");
  await markEmptied(tx, address.address, blockNumber);
  const exception = await lockAtAddress(tx, address.address, assetOfAddress(address));
  if (exception !== null) await setExceptionState(tx, exception.id, "forwarded", { sweepTxHash }, clock.now());
  log().error(
    { paymentId: address.paymentId, sweepTxHash },
    "money was collected for a payment that was paid otherwise",
  );
}

type Collected = { attemptId: AttemptId; txHash: string; txNonce: bigint; amount: AtomicAmount };

/** The payment of money that a member accepts had ended without it. */
function eventOf({ accepted, fee, ...address }: WatchedAddress, collected: Collected): CollectedDeposit["event"] {
  if (accepted === null) return { type: "collected", ...collected };
  return { type: "recovered", ...collected, buyerAccount: null, asset: assetOfAddress(address), fee };
}

async function reject(tx: Tx, attemptId: AttemptId, reason: string): Promise<void> {
  if ((await endAttempts(tx, [attemptId], "rejected", reason)).size === 0) return;
  log().warn({ attemptId, reason }, "a deposit address was not collected; it is tried again");
}

async function search(attemptId: AttemptId, sinceBlock: bigint | null, atLeast: bigint): Promise<FoundCollection> {
  const address = await getAddressOfAttempt(database, attemptId);
  return findCollection(collectableOfAddress(address), sinceBlock ?? address.sinceBlock, atLeast);
}
