import { enabledChainIds } from "#lib/chain/chains.ts";
import { readFinalTime } from "#lib/chain/nodes/final-time.ts";
import { refuseUnsent } from "#lib/chain/relay/repository.ts";
import { clock, toUnixSeconds } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { decideCollected } from "#lib/domain/payments/collection/find-collected.ts";
import { recordCollections, rejectCollection } from "#lib/domain/payments/collection/record-collection.ts";
import { endWaiting, listExpiredAttempts, type OpenAttempt } from "#lib/domain/payments/collection/repository.ts";
import { log } from "#lib/log/log.ts";

const perPass = 200;
const reason = "its signature expired before it was collected";

/**
 * Ends the collections whose signatures have expired at a final block, whatever has kept them: a gas price
 * above the ceiling, an approval that never came, a wallet that no worker has the key of. A router refuses
 * them from then on, so the payment fails once it is proven that it wasn't paid. The relay ends transactions
 * that have a nonce by itself, whenever it can. A chain whose nodes fail, or an attempt that can't be
 * decided, delays no other and is tried again in the next run. Repeating it is harmless.
 */
export async function endExpiredCollections(): Promise<void> {
  await Promise.all(enabledChainIds().map(endExpiredOn));
}

async function endExpiredOn(chainId: number): Promise<void> {
  const report = (error: unknown) =>
    log().warn({ err: error, chainId }, "expired collections could not be ended; they are tried again");
  try {
    const before = toUnixSeconds(clock.now());
    let attempts = await listExpiredAttempts(database, chainId, { before, after: null }, perPass);
    if (attempts.length === 0) return;
    const { blockNumber, time } = await readFinalTime(chainId);
    while (attempts.length > 0) {
      const expired = attempts.filter(({ validBefore }) => validBefore <= time);
      await Promise.all(expired.map((attempt) => endExpired(attempt, blockNumber).catch(report)));
      attempts = await listExpiredAttempts(database, chainId, { before, after: attempts.at(-1) ?? null }, perPass);
    }
  } catch (error) {
    report(error);
  }
}

async function endExpired(attempt: OpenAttempt, finalBlock: bigint): Promise<void> {
  const { id: attemptId, paymentId, refundId, validBefore } = attempt;
  const search = { sinceBlock: null, atLeast: finalBlock, hasReverted: false };
  const execution = await decideCollected(attemptId, search);
  log().info({ attemptId, paymentId, refundId, validBefore, txHash: execution?.receipt.transactionHash }, reason);
  await inTransaction(async (tx) => {
    await endWaiting(tx, attemptId);
    await refuseUnsent(tx, attemptId);
    if (execution !== null) await recordCollections(tx, [{ purpose: { attemptId }, execution }]);
    else await rejectCollection(tx, attemptId, attempt, reason);
  });
}
