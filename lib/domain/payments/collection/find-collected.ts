import { getChain } from "#lib/chain/chains.ts";
import { findCollection } from "#lib/chain/find-collection.ts";
import { chainClient } from "#lib/chain/nodes/clients.ts";
import type { Execution } from "#lib/chain/relay/relay-transaction.ts";
import { clock } from "#lib/core/clock.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { type PaymentOption, routerPaymentOf } from "#lib/domain/payments/collection/option.ts";
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
  return findCollection(option, routerPaymentOf(option), sinceBlock ?? (await blockBefore(option)), atLeast);
}

/** A block before the option was made, with a wide margin for blocks that come faster than usual. */
async function blockBefore({ chainId, createdAt }: PaymentOption): Promise<bigint> {
  const { blockTimeMs } = getChain(chainId);
  const ageMs = Math.max(0, clock.now().getTime() - createdAt.getTime());
  const blocks = BigInt(Math.ceil((2 * ageMs) / blockTimeMs)) + 1_000n;
  const head = await chainClient(chainId).getBlockNumber();
  return head > blocks ? head - blocks : 0n;
}
