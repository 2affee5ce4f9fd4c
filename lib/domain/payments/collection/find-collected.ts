import { readBlockBefore } from "#lib/chain/block-before.ts";
import { type FoundCollection, findCollection } from "#lib/chain/find-collection.ts";
import { readFinalTime } from "#lib/chain/nodes/final-time.ts";
import { requireAccounted } from "#lib/chain/relay/nonces/require-accounted.ts";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { collectableOf, type PaymentOption } from "#lib/domain/payments/options/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/options/option-repository.ts";

/**
 * Searches the chain for the final transaction that collected an attempt's money, although the database has no record of it.
 * @param sinceBlock a block before the collection; null to search since the option was made.
 * @param atLeast a final block that the search has to include.
 * @returns null when nothing is found, which doesn't prove that there is none.
 * @throws Error when the nodes fail.
 */
export async function findCollected(
  attemptId: AttemptId,
  sinceBlock: bigint | null,
  atLeast: bigint,
): Promise<Execution | null> {
  return (await search(await getOptionOfAttempt(database, attemptId), sinceBlock, atLeast)).execution;
}

/**
 * Decides whether an attempt's money was collected, before the attempt ends without success. That it wasn't
 * is proven by its signed nonce, unused at a final block as two nodes show it, or, where something has used
 * the nonce, by the transactions of its submitter up to that block, all of which the database knows: no other
 * account can execute it.
 *
 * The failure of a payment may still be overtaken, by a transaction that a restored database has forgotten
 * and that is mined later: the recovery then turns it into a success. A refund would be signed again, so an
 * unused nonce counts only once its signature has expired.
 * @param hasReverted the attempt's own transaction is final, and collected nothing.
 * @returns null when nothing was collected.
 * @throws Error when the nodes fail, and while neither is proven.
 */
export async function decideCollected(
  attemptId: AttemptId,
  { sinceBlock, atLeast, hasReverted }: { sinceBlock: bigint | null; atLeast: bigint; hasReverted: boolean },
): Promise<Execution | null> {
  const option = await getOptionOfAttempt(database, attemptId);
  const { execution, isUnused, to } = await search(option, sinceBlock, atLeast);
  if (execution !== null) return execution;
  if (isUnused) {
    if (option.refundId !== null && !hasReverted) await requireExpired(option, to);
    return null;
  }
  const { chainId, submitter: wallet } = option;
  const { undecided } = await requireAccounted({ chainId, wallet }, to);
  if (undecided.has(attemptId) && !hasReverted)
    throw new Error(`the collection of ${attemptId} is mined, and not final`);
  return null;
}

async function search(option: PaymentOption, sinceBlock: bigint | null, atLeast: bigint): Promise<FoundCollection> {
  const since = sinceBlock ?? (await readBlockBefore(option.chainId, option.createdAt));
  return findCollection(collectableOf(option), since, atLeast);
}

async function requireExpired({ chainId, validBefore, refundId }: PaymentOption, block: bigint): Promise<void> {
  const { time } = await readFinalTime(chainId, block);
  if (time < validBefore) throw new Error(`refund ${refundId} can be paid until its signature expires`);
}
