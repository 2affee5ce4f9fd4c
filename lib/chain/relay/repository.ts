import type { Hex } from "viem";
import type { Lane, Purpose, RelayState, RelayTransaction, Submission } from "#lib/chain/relay/relay-transaction.ts";
import type { Address } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";

type Row = {
  id: string;
  chain_id: number;
  wallet: Address;
  purpose: Purpose;
  state: RelayState;
  target: Address;
  calldata: Hex;
  gas_limit: string | null;
  nonce: string | null;
  mined_hash: Hex | null;
  block_hash: Hex | null;
};

const columns = "id, chain_id, wallet, purpose, state, target, calldata, gas_limit, nonce, mined_hash, block_hash";

function toTransaction(row: Row): RelayTransaction {
  return {
    id: BigInt(row.id),
    chainId: row.chain_id,
    wallet: row.wallet,
    purpose: row.purpose,
    state: row.state,
    target: row.target,
    calldata: row.calldata,
    gasLimit: row.gas_limit === null ? null : BigInt(row.gas_limit),
    nonce: row.nonce === null ? null : BigInt(row.nonce),
    minedHash: row.mined_hash,
    blockHash: row.block_hash,
  };
}

const insert = {
  name: "relay-insert",
  text: `INSERT INTO relay_transaction (chain_id, wallet, purpose, target, calldata)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (purpose) DO NOTHING RETURNING id`,
};

/** Queues a transaction. @returns false when its purpose has one already; then nothing is changed. */
export async function insertTransaction(
  tx: Queryable,
  { chainId, wallet, purpose, target, calldata }: Lane & Pick<RelayTransaction, "purpose" | "target" | "calldata">,
): Promise<boolean> {
  return (await tx.rows(insert, [chainId, wallet, purpose, target, calldata])).length > 0;
}

const selectByState = {
  name: "relay-by-state",
  text: `SELECT ${columns} FROM relay_transaction WHERE chain_id = $1 AND wallet = $2 AND state = ANY($3::relay_state[])
    ORDER BY nonce NULLS LAST, id LIMIT $4`,
};

/** A lane's transactions in these states: in nonce order, those without a nonce last and in order of arrival. */
export async function listByState(
  on: Queryable,
  { chainId, wallet }: Lane,
  states: readonly RelayState[],
  limit: number,
): Promise<RelayTransaction[]> {
  return (await on.rows<Row>(selectByState, [chainId, wallet, states, limit])).map(toTransaction);
}

const takeNonces = {
  name: "relay-take-nonces",
  text: `UPDATE relayer_wallet SET next_nonce = next_nonce + $3
    WHERE chain_id = $1 AND address = $2 AND lease_owner = $4 AND lease_until > now()
    RETURNING next_nonce - $3 AS first`,
};

/** Takes `count` nonces in a row. @returns the first, or null when this owner no longer holds the lane. */
export async function takeNoncesOf(
  tx: Queryable,
  { chainId, wallet }: Lane,
  count: number,
  owner: string,
): Promise<bigint | null> {
  const [row] = await tx.rows<{ first: string }>(takeNonces, [chainId, wallet, count, owner]);
  return row === undefined ? null : BigInt(row.first);
}

const reserve = {
  name: "relay-reserve",
  text: `UPDATE relay_transaction SET state = 'reserved', nonce = $2, gas_limit = $3, updated_at = now()
    WHERE id = $1 AND state = 'queued' RETURNING id`,
};

/** Gives a queued transaction its nonce for good. @throws Error when it was not queued. */
export async function reserveNonce(tx: Queryable, id: bigint, nonce: bigint, gasLimit: bigint): Promise<void> {
  const rows = await tx.rows(reserve, [id, nonce, gasLimit]);
  if (rows.length === 0) throw new Error(`relay transaction ${id} is not queued any more`);
}

const insertSubmissionRow = {
  name: "relay-submission-insert",
  text: `INSERT INTO relay_submission (chain_id, hash, relay_transaction_id, raw, max_fee_per_gas, max_priority_fee_per_gas)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (chain_id, hash) DO NOTHING`,
};

/** Persists a signed transaction, before anybody may send it. */
export async function insertSubmission(
  tx: Queryable,
  submission: Submission,
  fees: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint | null },
): Promise<void> {
  const { chainId, hash, relayTransactionId, raw } = submission;
  const values = [chainId, hash, relayTransactionId, raw, fees.maxFeePerGas, fees.maxPriorityFeePerGas];
  await tx.rows(insertSubmissionRow, values);
}

const setState = {
  name: "relay-set-state",
  text: `UPDATE relay_transaction SET state = $3::relay_state, updated_at = now()
    WHERE id = ANY($1::bigint[]) AND state = ANY($2::relay_state[]) RETURNING id`,
};

/** Moves transactions on. @returns how many were in one of the `from` states and moved. */
export async function moveTransactions(
  on: Queryable,
  ids: readonly bigint[],
  from: readonly RelayState[],
  to: RelayState,
): Promise<number> {
  return (await on.rows(setState, [ids.map(String), from, to])).length;
}

const setMined = {
  name: "relay-set-mined",
  text: `UPDATE relay_transaction SET state = 'mined', mined_hash = $2, block_number = $3, block_hash = $4, updated_at = now()
    WHERE id = $1 AND state IN ('signed', 'broadcast', 'mined')`,
};

/** Records the block that holds a transaction; a later call with another block replaces it. */
export async function recordBlock(
  on: Queryable,
  id: bigint,
  mined: { hash: Hex; blockNumber: bigint; blockHash: Hex },
): Promise<void> {
  await on.rows(setMined, [id, mined.hash, mined.blockNumber, mined.blockHash]);
}

const selectSubmissions = {
  name: "relay-submissions",
  text: `SELECT chain_id, relay_transaction_id, hash, raw FROM relay_submission
    WHERE relay_transaction_id = ANY($1::bigint[]) ORDER BY relay_transaction_id, created_at`,
};

/** Everything that was signed for these transactions, the latest of each last. */
export async function listSubmissions(on: Queryable, ids: readonly bigint[]): Promise<Submission[]> {
  type SubmissionRow = { chain_id: number; relay_transaction_id: string; hash: Hex; raw: Hex };
  const rows = await on.rows<SubmissionRow>(selectSubmissions, [ids.map(String)]);
  return rows.map(({ chain_id: chainId, relay_transaction_id: id, hash, raw }) => {
    return { chainId, relayTransactionId: BigInt(id), hash, raw };
  });
}
