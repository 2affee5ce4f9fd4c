import { type RelayQueue, relayQueueKey } from "#lib/chain/relay/relay-transaction.ts";
import { currentActor } from "#lib/core/actor.ts";
import type { Caip19 } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";
import { statement } from "#lib/db/statement.ts";
import type { Tx } from "#lib/db/transaction.ts";

const selectStopped = statement({
  name: "relayer-wallet-stopped",
  text: "SELECT FROM relayer_wallet WHERE chain_id = $1 AND address = $2 AND stopped_at IS NOT NULL",
});

/** True while the operator has paused a wallet: nothing may be signed with its key. */
export async function isStopped(on: Queryable, { chainId, wallet }: RelayQueue): Promise<boolean> {
  return (await on.rows(selectStopped, [chainId, wallet])).length > 0;
}

const insertDecision = statement({
  name: "wallet-order-insert",
  text: `INSERT INTO wallet_order (chain_id, wallet, action, asset, amount, reason, ordered_by)
    VALUES ($1, $2, $3::wallet_action, $4, $5, $6, $7)`,
});

type Decision = { action: "pause" | "resume" | "allow" | "retire"; reason: string; asset?: Caip19; amount?: bigint };

async function recordDecision(tx: Queryable, { chainId, wallet }: RelayQueue, decision: Decision): Promise<void> {
  const { action, reason, asset = null, amount = null } = decision;
  const orderedBy = currentActor()?.name ?? "service";
  await tx.rows(insertDecision, [chainId, wallet, action, asset, amount, reason, orderedBy]);
}

const setStopped = statement({
  name: "relayer-wallet-stop",
  text: `UPDATE relayer_wallet SET stopped_at = CASE WHEN $3 THEN now() END
    WHERE chain_id = $1 AND address = $2 AND (stopped_at IS NOT NULL) <> $3 RETURNING address`,
});

/**
 * Pauses or resumes a wallet for the operator. Workers take no nonce and sign nothing for a paused wallet from the commit on, and
 * follow what they have sent.
 * @returns false when it is so already.
 */
export async function pauseWallet(tx: Tx, queue: RelayQueue, isPause: boolean, reason: string): Promise<boolean> {
  const changed = await tx.rows(setStopped, [queue.chainId, queue.wallet, isPause]);
  if (changed.length === 0) return false;
  await recordDecision(tx, queue, { action: isPause ? "pause" : "resume", reason });
  tx.afterCommit(() => signals().announce("till_relay", relayQueueKey(queue)));
  return true;
}

const allow = statement({
  name: "outflow-allow",
  text: `INSERT INTO outflow_day AS o (chain_id, wallet, asset, day, used, daily_limit, allowed)
    VALUES ($1, $2, $3, (now() AT TIME ZONE 'UTC')::date, 0, NULL, $4)
    ON CONFLICT (chain_id, wallet, asset, day) DO UPDATE SET allowed = o.allowed + excluded.allowed`,
});

/** Lets an amount leave a wallet until the end of the UTC day, in addition to its limit. In smallest units of `asset`. */
export async function allowOutflow(
  tx: Tx,
  queue: RelayQueue,
  { asset, amount, reason }: { asset: Caip19; amount: bigint; reason: string },
): Promise<void> {
  await tx.rows(allow, [queue.chainId, queue.wallet, asset, amount]);
  await recordDecision(tx, queue, { action: "allow", asset, amount, reason });
  tx.afterCommit(() => signals().announce("till_relay", relayQueueKey(queue)));
}

const setRetiring = statement({
  name: "relayer-wallet-retire",
  text: `UPDATE relayer_wallet SET retiring_at = coalesce(retiring_at, now()), is_active = is_active AND NOT $3
    WHERE chain_id = $1 AND address = $2 AND (retiring_at IS NULL OR is_active AND $3) RETURNING address`,
});

/**
 * Marks a wallet as retiring, so that no new option names it, or as out of use once nothing is left to do with its key.
 * @returns false when it is so already.
 */
export async function recordRetirement(tx: Tx, queue: RelayQueue, isDone: boolean, reason: string): Promise<boolean> {
  const changed = await tx.rows(setRetiring, [queue.chainId, queue.wallet, isDone]);
  if (changed.length > 0) await recordDecision(tx, queue, { action: "retire", reason });
  return changed.length > 0;
}
