import type { AttemptId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";
import type { Tx } from "#lib/db/transaction.ts";
import { setCheckDue } from "#lib/domain/payments/collection/repository.ts";

/** Has a waiting attempt's collection checked at once, or within a second if the signal to the workers is lost. */
export async function wakeCollection(on: Queryable | Tx, attemptId: AttemptId): Promise<void> {
  const chainId = await setCheckDue(on, attemptId);
  if (chainId === null) return;
  const announce = () => signals().announce("till_collection", String(chainId));
  if ("afterCommit" in on) on.afterCommit(announce);
  else announce();
}
