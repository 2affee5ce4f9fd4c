import type { Hex } from "viem";
import { type RelayRow, relayColumns, toTransaction } from "#lib/chain/relay/relay-row.ts";
import type { RelayQueue, RelayTransaction } from "#lib/chain/relay/relay-transaction.ts";
import type { AttemptId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const takeNextNonces = statement<{ first: string }>({
  name: "relay-take-nonces",
  text: `UPDATE relayer_wallet SET next_nonce = next_nonce + $3
    WHERE chain_id = $1 AND address = $2 AND lease_owner = $4 AND lease_until > now() AND quarantined_at IS NULL
      AND stopped_at IS NULL AND next_nonce >= $5
      AND (SELECT count(*) FROM unknown_transaction WHERE chain_id = $1 AND wallet = $2) = $6
    RETURNING next_nonce - $3 AS first`,
});

/**
 * Takes the wallet's next `count` nonces.
 * @param pendingNonce the nonce after the wallet's last transaction that a node knows, read before. The
 * database counts each of the relay's before it is sent, so one that counts less has lost some.
 * @param recovered the number of the wallet's transactions that its recovery had found before the chain was
 * searched for the calls: one that it has found since may have made one of them.
 * @returns the first, or null when `owner` no longer holds the queue's lease, the wallet is quarantined or
 * was paused by the operator, its next nonce is below `pendingNonce`, or its recovery has found more.
 */
export async function takeNonces(
  tx: Queryable,
  { chainId, wallet }: RelayQueue,
  count: number,
  { owner, pendingNonce, recovered }: { owner: string; pendingNonce: bigint; recovered: number },
): Promise<bigint | null> {
  const values = [chainId, wallet, count, owner, pendingNonce, recovered];
  const [row] = await tx.rows(takeNextNonces, values);
  return row === undefined ? null : BigInt(row.first);
}

const reserve = statement({
  name: "relay-reserve",
  text: `UPDATE relay_transaction r SET state = 'reserved', nonce = $1 + n.place - 1, gas_limit = n.gas_limit,
      simulation_failure = NULL, simulation_failed_at_block = NULL, try_after = NULL, updated_at = now()
    FROM unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY AS n(id, gas_limit, place)
    WHERE r.id = n.id AND r.state = 'queued' RETURNING r.id`,
});

/** Assigns consecutive nonces to queued transactions; they never change. @throws Error when one is not queued. */
export async function reserveNonces(
  tx: Queryable,
  first: bigint,
  reservations: readonly { id: bigint; gasLimit: bigint }[],
): Promise<void> {
  const ids = reservations.map(({ id }) => String(id));
  const limits = reservations.map(({ gasLimit }) => String(gasLimit));
  const rows = await tx.rows(reserve, [first, ids, limits]);
  if (rows.length < reservations.length) throw new Error("a relay transaction is no longer queued");
}

const selectByNonce = statement<RelayRow>({
  name: "relay-by-nonce",
  text: `SELECT ${relayColumns} FROM relay_transaction WHERE chain_id = $1 AND wallet = $2 AND nonce >= $3 AND nonce < $4
    ORDER BY nonce`,
});

/** Lists a queue's transactions, ended ones included, with nonces from `from` up to but not including `end`, in order. */
export async function listByNonce(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  from: bigint,
  end: bigint,
): Promise<RelayTransaction[]> {
  return (await on.rows(selectByNonce, [chainId, wallet, from, end])).map(toTransaction);
}

const insertNoop = statement({
  name: "relay-insert-noop",
  text: `INSERT INTO relay_transaction (chain_id, wallet, kind, target, calldata, state, nonce, gas_limit)
    SELECT $1, $2, 'noop', $2, '0x', 'reserved', $3, $4
    WHERE NOT EXISTS (SELECT FROM relay_transaction WHERE chain_id = $1 AND wallet = $2 AND nonce = $3)
    ON CONFLICT DO NOTHING RETURNING id`,
});

/**
 * Reserves a nonce that no relay transaction has for a no-op transaction.
 * @returns false when a relay transaction has it: then nothing is changed.
 */
export async function insertNoopTransaction(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  nonce: bigint,
  gasLimit: bigint,
): Promise<boolean> {
  return (await on.rows(insertNoop, [chainId, wallet, nonce, gasLimit])).length > 0;
}

const selectAccount = statement<{
  isSequential: boolean;
  id: string | null;
  attemptId: AttemptId | null;
  blockNumber: string | null;
  blockHash: Hex | null;
}>({
  name: "relay-nonce-account",
  text: `SELECT w.quarantined_at IS NULL AND w.next_nonce >= $3 AS "isSequential", r.id, r.attempt_id AS "attemptId",
      CASE r.state WHEN 'mined' THEN r.block_number END AS "blockNumber", r.block_hash AS "blockHash"
    FROM relayer_wallet w LEFT JOIN relay_transaction r ON r.chain_id = w.chain_id AND r.wallet = w.address
      AND r.is_open AND r.nonce < $3
    WHERE w.chain_id = $1 AND w.address = $2`,
});

/** A transaction that is mined and hasn't ended, in the block in which it was seen last; `attemptId` is its collection's. */
type MinedNonce = { attemptId: AttemptId | null; blockNumber: bigint; blockHash: Hex };

/**
 * The database's account of a wallet's nonces below one: the transactions that haven't ended, by whether they are in a block.
 * `isSequential` unless the wallet is quarantined, or has assigned fewer nonces.
 */
type NonceAccount = { isSequential: boolean; mined: MinedNonce[]; unmined: number };

/** Returns the account of a wallet's nonces below `end`, by one statement; null for an unknown wallet. */
export async function findNonceAccount(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  end: bigint,
): Promise<NonceAccount | null> {
  const rows = await on.rows(selectAccount, [chainId, wallet, end]);
  const [first] = rows;
  if (first === undefined) return null;
  const open = rows.filter(({ id }) => id !== null);
  const mined = open.flatMap((row): MinedNonce[] => {
    if (row.blockNumber === null || row.blockHash === null) return [];
    return [{ attemptId: row.attemptId, blockNumber: BigInt(row.blockNumber), blockHash: row.blockHash }];
  });
  return { isSequential: first.isSequential, mined, unmined: open.length - mined.length };
}
