import type { Hex } from "viem";
import {
  type PurposeColumns,
  purposeColumnList,
  purposeColumns,
  toPurpose,
  toPurposeColumns,
} from "#lib/chain/relay/purpose.ts";
import {
  asBigInt,
  type RelayRow,
  relayColumns,
  type SentRow,
  sentColumns,
  toSent,
  toTransaction,
} from "#lib/chain/relay/relay-row.ts";
import type { RelayQueue, RelayState, RelayTransaction, SentTransaction } from "#lib/chain/relay/relay-transaction.ts";
import type { Address } from "#lib/core/caip.ts";
import type { AttemptId, PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { type Statement, statement } from "#lib/db/statement.ts";

const insert = statement<PurposeColumns & { id: string; chain_id: number; wallet: Address }>({
  name: "relay-insert",
  text: `INSERT INTO relay_transaction
      (chain_id, wallet, target, calldata, since_block, gas_cap, value, ${purposeColumnList})
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::numeric[],
      ${Object.values(purposeColumns)
        .map((type, index) => `$${index + 8}::${type}[]`)
        .join(", ")})
    ON CONFLICT DO NOTHING RETURNING id, chain_id, wallet, ${purposeColumnList}`,
});

/** A transaction to be queued. */
export type NewTransaction = RelayQueue &
  Pick<RelayTransaction, "purpose" | "target" | "calldata"> & {
    /** A block at which the call was seen to succeed, or was not on chain yet. */
    sinceBlock?: bigint | null;
    /** The most gas that it may take; null for the limit of its kind. */
    gasCap?: bigint | null;
    /** Native coin to send, in wei; 0 by default. */
    value?: bigint;
  };

/** A transaction that was added to its queue. */
export type QueuedTransaction = RelayQueue & Pick<RelayTransaction, "id" | "purpose">;

/**
 * Queues transactions, in this order. A purpose that already has a transaction, other than a displaced one, is skipped.
 * @returns the transactions that were added.
 */
export async function insertTransactions(
  tx: Queryable,
  transactions: readonly NewTransaction[],
): Promise<QueuedTransaction[]> {
  const references = transactions.map(({ purpose }) => toPurposeColumns(purpose));
  const rows = await tx.rows(insert, [
    transactions.map(({ chainId }) => chainId),
    transactions.map(({ wallet }) => wallet),
    transactions.map(({ target }) => target),
    transactions.map(({ calldata }) => calldata),
    transactions.map(({ sinceBlock = null }) => sinceBlock?.toString() ?? null),
    transactions.map(({ gasCap = null }) => gasCap?.toString() ?? null),
    transactions.map(({ value = 0n }) => String(value)),
    ...(Object.keys(purposeColumns) as (keyof PurposeColumns)[]).map((name) =>
      references.map((columns) => columns[name]),
    ),
  ]);
  return rows.map((row) => {
    return { id: BigInt(row.id), chainId: row.chain_id, wallet: row.wallet, purpose: toPurpose(row) };
  });
}

// Parts of the index of open transactions, which doesn't have their states: a queued one has no nonce yet, and others do.
const isQueued = "is_open AND nonce IS NULL";
const hasNonce = "is_open AND nonce IS NOT NULL";
const selectFresh = statement<RelayRow>({
  name: "relay-fresh",
  text: `SELECT ${relayColumns} FROM relay_transaction WHERE chain_id = $1 AND wallet = $2 AND ${isQueued}
    AND try_after IS NULL ORDER BY id LIMIT $3`,
});
const selectDelayed = statement<RelayRow>({
  name: "relay-delayed",
  text: `SELECT ${relayColumns} FROM relay_transaction WHERE chain_id = $1 AND wallet = $2 AND ${isQueued}
    AND try_after <= now() ORDER BY try_after, id LIMIT $3`,
});

const listBy =
  (select: Statement<RelayRow>) =>
  async (on: Queryable, { chainId, wallet }: RelayQueue, limit: number): Promise<RelayTransaction[]> =>
    (await on.rows(select, [chainId, wallet, limit])).map(toTransaction);

/** Lists a queue's transactions that have not been simulated yet, oldest first. */
export const listFresh = listBy(selectFresh);

/** Lists a queue's delayed transactions whose next try is due, the most overdue first. */
export const listDelayed = listBy(selectDelayed);

const setDelay = statement({
  name: "relay-delay",
  text: `UPDATE relay_transaction SET updated_at = now(), simulation_failure = coalesce($3, simulation_failure),
      simulation_failed_at_block = coalesce($4, simulation_failed_at_block),
      try_after = now() + least(interval '60 seconds', greatest($2 * interval '1 millisecond', (now() - created_at) / 10))
    WHERE id = $1 AND state = 'queued'`,
});

/**
 * Delays a queued transaction's next try by `pauseMs` or a tenth of its age, whichever is longer, and a minute at most.
 * @param failure why its simulation failed, and the head at which it first did; null when there is nothing new, which leaves
 * an earlier failure in place until a simulation succeeds.
 */
export async function delayTransaction(
  on: Queryable,
  id: bigint,
  pauseMs: number,
  failure: { reason: string; atBlock: bigint } | null,
): Promise<void> {
  await on.rows(setDelay, [id, pauseMs, failure?.reason ?? null, failure?.atBlock ?? null]);
}

const setLimit = statement({
  name: "relay-set-gas-limit",
  text: "UPDATE relay_transaction SET gas_limit = $2 WHERE id = $1",
});

/** Changes the gas limit with which a transaction is signed from now on. */
export async function setGasLimit(on: Queryable, id: bigint, gasLimit: bigint): Promise<void> {
  await on.rows(setLimit, [id, gasLimit]);
}

const selectByState = statement<RelayRow>({
  name: "relay-by-state",
  text: `SELECT ${relayColumns} FROM relay_transaction WHERE chain_id = $1 AND wallet = $2 AND ${hasNonce}
    AND state = ANY($3::relay_state[]) ORDER BY nonce LIMIT $4`,
});

/** Lists a queue's transactions in these states in nonce order. */
export async function listByState(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  states: readonly ("reserved" | "signed" | "broadcast" | "mined")[],
  limit: number,
): Promise<RelayTransaction[]> {
  return (await on.rows(selectByState, [chainId, wallet, states, limit])).map(toTransaction);
}

const selectSent = statement<SentRow>({
  name: "relay-sent",
  text: `SELECT ${sentColumns} FROM relay_transaction WHERE chain_id = $1 AND wallet = $2 AND ${hasNonce}
    AND state = ANY($3::relay_state[]) ORDER BY nonce LIMIT $4`,
});

/** Lists a queue's transactions in these states in nonce order, without their calldata. */
export async function listSent(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  states: readonly ("signed" | "broadcast" | "mined")[],
  limit: number,
): Promise<SentTransaction[]> {
  return (await on.rows(selectSent, [chainId, wallet, states, limit])).map(toSent);
}

const selectById = statement<RelayRow>({
  name: "relay-by-id",
  text: `SELECT ${relayColumns} FROM relay_transaction WHERE id = ANY($1::bigint[])`,
});

/** Reads transactions by id, with their calldata. */
export async function readTransactions(on: Queryable, ids: readonly bigint[]): Promise<Map<bigint, RelayTransaction>> {
  const rows = await on.rows(selectById, [ids.map(String)]);
  return new Map(rows.map(toTransaction).map((transaction) => [transaction.id, transaction]));
}

const selectDeployment = statement<{ state: RelayState; block_number: string | null }>({
  name: "relay-deployment-progress",
  text: `SELECT state, block_number FROM relay_transaction
    WHERE attempt_id = $1 AND kind = 'deployment' AND state <> 'displaced'`,
});

/** The state of a relay transaction and the block it was last seen in. */
type RelayProgress = { state: RelayState; blockNumber: bigint | null };

/** Finds how far the deployment of an attempt's wallet has come; null when none was queued. */
export async function findDeploymentProgress(on: Queryable, attemptId: AttemptId): Promise<RelayProgress | null> {
  const [row] = await on.rows(selectDeployment, [attemptId]);
  return row === undefined ? null : { state: row.state, blockNumber: asBigInt(row.block_number) };
}

const setState = statement<{ id: string }>({
  name: "relay-set-state",
  text: `UPDATE relay_transaction SET state = $3::relay_state, updated_at = now()
    WHERE id = ANY($1::bigint[]) AND state = ANY($2::relay_state[]) RETURNING id`,
});

/** Moves transactions to another state. @returns the ids of those that were in one of the `from` states. */
export async function moveTransactions(
  tx: Queryable,
  ids: readonly bigint[],
  from: readonly RelayState[],
  to: RelayState,
): Promise<Set<bigint>> {
  const rows = await tx.rows(setState, [ids.map(String), from, to]);
  return new Set(rows.map(({ id }) => BigInt(id)));
}

const setMined = statement<{ id: string }>({
  name: "relay-set-mined",
  text: `UPDATE relay_transaction r SET state = 'mined', mined_hash = n.hash, block_number = n.number,
      block_hash = n.block_hash, updated_at = now()
    FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[]) AS n(id, hash, number, block_hash)
    WHERE r.id = n.id AND r.state IN ('signed', 'broadcast', 'mined') RETURNING r.id`,
});

/** The block that holds a transaction, and the hash it was mined under. */
export type MinedBlock = { id: bigint; hash: Hex; blockNumber: bigint; blockHash: Hex };

/** Records the blocks that hold transactions, replacing earlier ones. @returns ids of those that had not ended. */
export async function recordBlocks(on: Queryable, mined: readonly MinedBlock[]): Promise<Set<bigint>> {
  const rows = await on.rows(setMined, [
    mined.map(({ id }) => String(id)),
    mined.map(({ hash }) => hash),
    mined.map(({ blockNumber }) => String(blockNumber)),
    mined.map(({ blockHash }) => blockHash),
  ]);
  return new Set(rows.map(({ id }) => BigInt(id)));
}

const refuse = statement({
  name: "relay-refuse-unsent",
  text: `UPDATE relay_transaction SET state = 'refused', updated_at = now()
    WHERE attempt_id = $1 AND kind IN ('collection', 'deployment') AND state = 'queued'`,
});

/** Refuses those of an attempt's transactions, its collection and its wallet's deployment, that have no nonce yet. */
export async function refuseUnsent(tx: Queryable, attemptId: AttemptId): Promise<void> {
  await tx.rows(refuse, [attemptId]);
}

const lockUnsentOfPayout = statement<{ id: string }>({
  name: "relay-lock-unsent-payout",
  text: `SELECT id FROM relay_transaction WHERE payment_id = $1 AND kind = 'payout' AND state = 'queued' FOR UPDATE`,
});

/** Returns the transaction of a payment's payout that has no nonce yet, locked until the transaction ends; null for none. */
export async function lockUnsentPayout(tx: Queryable, paymentId: PaymentId): Promise<bigint | null> {
  const [row] = await tx.rows(lockUnsentOfPayout, [paymentId]);
  return row === undefined ? null : BigInt(row.id);
}

const selectPayoutCalls = statement<{ paymentId: PaymentId; calldata: Hex }, "paymentId">({
  name: "relay-payout-calls",
  text: `SELECT payment_id AS "paymentId", calldata FROM relay_transaction WHERE payment_id = ANY($1::text[]) AND kind = 'payout'`,
});

/** Lists the calls of all attempts to pay out these payments, sent or not. */
export function listPayoutCalls(
  on: Queryable,
  paymentIds: readonly PaymentId[],
): Promise<{ paymentId: PaymentId; calldata: Hex }[]> {
  return on.rows(selectPayoutCalls, [paymentIds]);
}

const setEnds = statement<{ id: string }>({
  name: "relay-set-ends",
  text: `UPDATE relay_transaction r SET state = n.state, gas_cost = n.gas_cost, updated_at = now()
    FROM unnest($1::bigint[], $2::relay_state[], $3::numeric[], $4::text[], $5::text[])
      AS n (id, state, gas_cost, hash, block_hash)
    WHERE r.id = n.id AND r.state = 'mined' AND r.mined_hash = n.hash AND r.block_hash = n.block_hash RETURNING r.id`,
});

/** The end of a mined transaction, in the block that was recorded last. `gasCost` is in wei. */
export type TransactionEnd = {
  id: bigint;
  state: "final" | "cancelled";
  gasCost: bigint;
  hash: Hex;
  blockHash: Hex;
};

/**
 * Ends mined transactions and records their gas costs.
 * @returns the ids of those that ended; the others have ended already, or another block was recorded meanwhile.
 */
export async function endTransactions(tx: Queryable, ends: readonly TransactionEnd[]): Promise<Set<bigint>> {
  const rows = await tx.rows(setEnds, [
    ends.map(({ id }) => String(id)),
    ends.map(({ state }) => state),
    ends.map(({ gasCost }) => String(gasCost)),
    ends.map(({ hash }) => hash),
    ends.map(({ blockHash }) => blockHash),
  ]);
  return new Set(rows.map(({ id }) => BigInt(id)));
}
