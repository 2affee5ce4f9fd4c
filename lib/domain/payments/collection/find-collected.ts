import { findCollection } from "#lib/chain/find-collection.ts";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { routerPaymentOf } from "#lib/domain/payments/collection/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/collection/option-repository.ts";

/**
 * Finds the final transaction that collected an attempt, although no record of it exists.
 * @param sinceBlock a block before the collection; null for the last 10,000 blocks.
 * @returns null when the nodes agree that there is none.
 * @throws Error when the nodes fail.
 */
export async function findCollected(attemptId: AttemptId, sinceBlock: bigint | null): Promise<Execution | null> {
  const option = await getOptionOfAttempt(database, attemptId);
  return findCollection(option, routerPaymentOf(option), sinceBlock);
}
