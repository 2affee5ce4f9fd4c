import type { Hex } from "viem";
import { type SentRow, sentColumns, toSent } from "#lib/chain/relay/relay-row.ts";
import type { RelayQueue, SentTransaction } from "#lib/chain/relay/relay-transaction.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const selectVerified = statement<{ nonce: string }>({
  name: "removed-verified-nonce",
  text: `SELECT coalesce(verified_nonce, greatest(next_nonce - $3, 0)) AS nonce FROM relayer_wallet
    WHERE chain_id = $1 AND address = $2`,
});

/**
 * Returns the nonce below which every ended transaction was seen in the chain.
 * @param first how many of the newest nonces a wallet starts with that was never checked.
 */
export async function readVerifiedNonce(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  first: bigint,
): Promise<bigint> {
  const [row] = await on.rows(selectVerified, [chainId, wallet, first]);
  return BigInt(row?.nonce ?? 0);
}

const setVerified = statement({
  name: "removed-set-verified",
  text: `UPDATE relayer_wallet SET verified_nonce = $3
    WHERE chain_id = $1 AND address = $2 AND verified_nonce IS DISTINCT FROM $3`,
});

/** Records that ended transactions below this nonce were seen in the chain. */
export async function setVerifiedNonce(tx: Queryable, { chainId, wallet }: RelayQueue, nonce: bigint): Promise<void> {
  await tx.rows(setVerified, [chainId, wallet, nonce]);
}

/** A transaction by its nonce, and the block that it ended in last; no block once that was forgotten, or while it is removed. */
export type EndedPlace = {
  transaction: SentTransaction;
  nonce: bigint;
  block: { blockNumber: bigint; blockHash: Hex } | null;
};

const selectPlaces = statement<SentRow & { place_block: string | null; place_hash: Hex | null }>({
  name: "removed-places",
  text: `SELECT ${sentColumns}, CASE WHEN m.of IS NULL THEN block_number ELSE m.ended_block END AS place_block,
      CASE WHEN m.of IS NULL THEN block_hash ELSE m.ended_block_hash END AS place_hash
    FROM relay_transaction LEFT JOIN (SELECT relay_transaction_id AS of, ended_block, ended_block_hash FROM removed_transaction) m
      ON m.of = id
    WHERE chain_id = $1 AND wallet = $2 AND nonce >= $3 AND nonce < $4 ORDER BY nonce`,
});

/** Lists a queue's transactions with nonces from `from` up to but not including `end`, in order. */
export async function listPlaces(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  from: bigint,
  end: bigint,
): Promise<EndedPlace[]> {
  const rows = await on.rows(selectPlaces, [chainId, wallet, from, end]);
  return rows.map(({ place_block: number, place_hash: blockHash, ...row }) => {
    const isKnown = number !== null && blockHash !== null && blockHash !== "0x";
    const block = isKnown ? { blockNumber: BigInt(number), blockHash } : null;
    return { transaction: toSent(row), nonce: BigInt(row.nonce ?? 0), block };
  });
}

const insert = statement<{ id: string }>({
  name: "removed-insert",
  text: `INSERT INTO removed_transaction AS m (relay_transaction_id, tx_hash)
    SELECT id, mined_hash FROM relay_transaction WHERE id = ANY($1::bigint[]) AND mined_hash IS NOT NULL
    ON CONFLICT (relay_transaction_id) DO UPDATE SET state = 'open', ended_hash = NULL, ended_block = NULL, ended_block_hash = NULL,
      updated_at = now() WHERE m.state IN ('restored', 'missing')
    RETURNING relay_transaction_id AS id`,
});

/** Records that transactions are no longer in the chain. @returns the ids of those that weren't recorded as such. */
export async function insertRemoved(tx: Queryable, ids: readonly bigint[]): Promise<Set<bigint>> {
  const rows = await tx.rows(insert, [ids.map(String)]);
  return new Set(rows.map(({ id }) => BigInt(id)));
}

const selectOpen = statement<SentRow>({
  name: "removed-open",
  text: `SELECT ${sentColumns} FROM relay_transaction
    WHERE id IN (SELECT relay_transaction_id FROM removed_transaction WHERE state = 'open') AND chain_id = $1 AND wallet = $2
    ORDER BY nonce LIMIT $3`,
});

/** Lists a queue's removed transactions that are in no final block again, in nonce order. */
export async function listOpenRemoved(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  limit: number,
): Promise<SentTransaction[]> {
  return (await on.rows(selectOpen, [chainId, wallet, limit])).map(toSent);
}

const end = statement({
  name: "removed-end",
  text: `UPDATE removed_transaction SET state = $2::removal_state, ended_hash = $3, ended_block = $4, ended_block_hash = $5,
      updated_at = now() WHERE relay_transaction_id = $1 AND state = 'open' RETURNING relay_transaction_id`,
});

/** Records what became of a removed transaction. @returns false when that is recorded already. */
export async function endRemoved(
  tx: Queryable,
  id: bigint,
  state: "restored" | "missing",
  { hash, blockNumber, blockHash }: { hash: Hex; blockNumber: bigint; blockHash: Hex },
): Promise<boolean> {
  return (await tx.rows(end, [id, state, hash, blockNumber, blockHash])).length > 0;
}
