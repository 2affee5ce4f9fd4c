import { readBlockBefore } from "#lib/chain/block-before.ts";
import { findCollection } from "#lib/chain/find-collection.ts";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { routerPaymentOf } from "#lib/domain/payments/collection/option.ts";
import { getOptionOfAttempt } from "#lib/domain/payments/collection/option-repository.ts";

/**
 * Finds the final transaction that collected an attempt's money, although the database has no record of it.
 * @param sinceBlock a block before the collection; null to search since the option was made.
 * @param atLeast a final block that the search has to include.
 * @returns null when the nodes agree that there is none.
 * @throws Error when the nodes fail.
 */
export async function findCollected(
  attemptId: AttemptId,
  sinceBlock: bigint | null,
  atLeast: bigint,
): Promise<Execution | null> {
  const option = await getOptionOfAttempt(database, attemptId);
  const { chainId, createdAt } = option;
  const since = sinceBlock ?? (await readBlockBefore(chainId, createdAt));
  return findCollection(option, routerPaymentOf(option), since, atLeast);
}
