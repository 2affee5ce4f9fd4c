import { getChain, newestFinalBlock } from "#lib/chain/chains.ts";
import { estimateGas } from "#lib/chain/relay/fees/estimate-gas.ts";
import { describePurpose } from "#lib/chain/relay/purpose.ts";
import type { Done, RelayListener, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import { delayTransaction, moveTransactions } from "#lib/chain/relay/repository.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log/log.ts";

/** However far the next look is off, a node that has caught up is not kept waiting longer. */
const longestPauseMs = 5_000;

/**
 * Weighs a node's word that a queued call would revert. It may be the word of a node that lags behind, or lost a block
 * that the call needs, so it counts only
 * - at finality depth, counted from the block at which the call was known to work, and from the head at which the
 *   objection was first heard;
 * - when the call is looked at a second time, at a named block, for which a node that lags behind has no answer;
 * - when nothing that the call needs may still come, as its owner says.
 *
 * Until then the transaction goes back in order. Then it is refused: or done, where the chain shows that something else
 * has done what it is for.
 * @throws Error when the node does not say; then nothing is changed.
 */
export async function considerObjection(
  transaction: RelayTransaction,
  reason: string,
  head: bigint,
  listener: RelayListener,
): Promise<void> {
  const objection = { reason, atBlock: transaction.objectedAtBlock ?? head };
  const isCertain = await isBelieved(transaction, objection.atBlock, head, listener);
  if (!isCertain) {
    await delayTransaction(database, transaction.id, pauseMs(transaction), objection);
    return;
  }
  const done = await listener.findDone(transaction);
  log().warn(
    { purpose: describePurpose(transaction.purpose), reason, done: done?.receipt.transactionHash },
    "a call is refused",
  );
  await refuse(transaction, reason, done, listener);
}

async function isBelieved(
  transaction: RelayTransaction,
  firstAtBlock: bigint,
  head: bigint,
  listener: RelayListener,
): Promise<boolean> {
  // The first time is only noted: the second look is another one.
  if (transaction.objectedAtBlock === null) return false;
  const since = [transaction.sinceBlock ?? 0n, firstAtBlock].reduce((a, b) => (a > b ? a : b));
  if (since > newestFinalBlock(transaction.chainId, head)) return false;
  if (typeof (await estimateGas(transaction, head)) === "bigint") return false;
  return !(await listener.isAwaited(transaction, head));
}

function pauseMs({ chainId }: RelayTransaction): number {
  return Math.min(longestPauseMs, Math.max(500, getChain(chainId).blockTimeMs));
}

async function refuse(
  transaction: RelayTransaction,
  reason: string,
  done: Done | null,
  listener: RelayListener,
): Promise<void> {
  await inTransaction(async (tx) => {
    if ((await moveTransactions(tx, [transaction.id], ["queued"], "refused")) === 0) return;
    if (done !== null) await listener.onFinal(tx, transaction, { ...done, gasCost: 0n });
    else await listener.onRefused(tx, transaction, reason);
  });
}
