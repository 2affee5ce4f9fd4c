import type { Hex } from "viem";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import { nativeAsset } from "#lib/chain/tokens.ts";
import type { Address } from "#lib/core/caip.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { holdingKey } from "#lib/domain/payments/ledger/repository.ts";

/** A wallet's account of native coin whose opening is booked. */
export type CoinAccount = { chainId: number; wallet: Address; unbookedFrom: bigint };

const select = statement<{ chain_id: number; address: Address; unbooked_from: string }, "unbooked_from">({
  name: "book-coin-accounts",
  text: `SELECT chain_id, address, unbooked_from FROM book_account
    WHERE asset LIKE '%/native' AND role = 'relayer' AND unexplained IS NOT NULL ORDER BY chain_id, address`,
});

/** Lists the relayer wallets whose native coin is booked. */
export async function listCoinAccounts(on: Queryable): Promise<CoinAccount[]> {
  const rows = await on.rows(select, []);
  return rows.map((row) => {
    return { chainId: row.chain_id, wallet: row.address, unbookedFrom: BigInt(row.unbooked_from) };
  });
}

/**
 * A used nonce whose cost isn't booked: hashes of the relay's transaction, if it hasn't ended, or of the one
 * that a recovery found.
 */
export type UnbookedNonce = { nonce: bigint; ours: Hex[]; foreign: Hex | null };

const selectUnbooked = statement<{ nonce: string; foreign: Hex | null; ours: Hex[] }>({
  name: "book-coin-unbooked",
  text: `SELECT n::bigint AS nonce, u.tx_hash AS foreign, coalesce((SELECT array_agg(s.hash) FROM relay_transaction r
        JOIN relay_submission s ON s.relay_transaction_id = r.id
        WHERE r.chain_id = $1 AND r.wallet = $2 AND r.nonce = n AND r.state <> 'displaced'), '{}') AS ours
    FROM generate_series($3::numeric, $4::numeric - 1) AS n
    LEFT JOIN unknown_transaction u ON u.chain_id = $1 AND u.wallet = $2 AND u.nonce = n
    WHERE NOT EXISTS (SELECT FROM relay_transaction r
        WHERE r.chain_id = $1 AND r.wallet = $2 AND r.nonce = n AND r.gas_cost IS NOT NULL)
      AND NOT EXISTS (SELECT FROM wallet_entry e WHERE e.chain_id = $1 AND e.wallet = $2 AND e.nonce = n)
    ORDER BY n LIMIT $5`,
});

/** Lists a wallet's nonces in a range, the end excluded, whose gas isn't booked. */
export async function listUnbookedNonces(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  range: { from: bigint; end: bigint },
  limit: number,
): Promise<UnbookedNonce[]> {
  const rows = await on.rows(selectUnbooked, [chainId, wallet, range.from, range.end, limit]);
  return rows.map(({ nonce, foreign, ours }) => ({ nonce: BigInt(nonce), foreign, ours }));
}

const selectMoved = statement<{ tx_hash: Hex | null; destination: Address; amount: string }>({
  name: "book-coin-movements",
  text: `SELECT tx_hash, destination, amount FROM movement
    WHERE chain_id = $1 AND wallet = $2 AND asset = $3 AND (state IN ('queued', 'sent') OR tx_hash = ANY($4::text[]))`,
});

/** Coin that the operator moves, in wei: by a transaction that is booked, or by one that isn't recorded yet (`txHash` null). */
export type CoinMovement = { txHash: Hex | null; destination: Address; amount: bigint };

/** Lists a wallet's movements of coin that are under way, or that one of the transactions has made. */
export async function listCoinMovements(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  hashes: readonly Hex[],
): Promise<CoinMovement[]> {
  const rows = await on.rows(selectMoved, [chainId, wallet, nativeAsset(chainId), hashes]);
  return rows.map(({ tx_hash: txHash, destination, amount }) => ({ txHash, destination, amount: BigInt(amount) }));
}

const selectVersion = statement<{ id: string }>({
  name: "book-coin-version",
  text: `SELECT coalesce(max(id), 0) AS id FROM wallet_entry WHERE asset = $1 AND (debit = $2 OR credit = $2)`,
});

const lock = statement({
  name: "book-coin-lock",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('book-coin:' || $1, 0))",
});

/** Returns the number of the last entry about a wallet's coin that isn't gas of ours. */
export async function readCoinVersion(on: Queryable, { chainId, wallet }: RelayQueue): Promise<bigint> {
  const [row] = await on.rows(selectVersion, [nativeAsset(chainId), accountOf({ chainId, wallet })]);
  return BigInt(row?.id ?? 0);
}

/** Locks a wallet's coin until the transaction ends. @returns false when an entry was added after `version`. */
export async function lockCoin(tx: Queryable, queue: RelayQueue, version: bigint): Promise<boolean> {
  await tx.rows(lock, [accountOf(queue)]);
  return (await readCoinVersion(tx, queue)) === version;
}

/** A final transaction of a wallet that Till doesn't know: its gas and value in wei. */
export type ForeignCost = { nonce: bigint; txHash: Hex; blockNumber: bigint; to: Address; gas: bigint; value: bigint };

const insertGas = statement({
  name: "book-coin-foreign-gas",
  text: `INSERT INTO wallet_entry (kind, asset, amount, debit, credit, chain_id, wallet, nonce, tx_hash, block_number)
    VALUES ('foreign_gas', $1, $2, 'gas', $3, $4, $5, $6, $7, $8)`,
});
const insertValue = statement({
  name: "book-coin-foreign-value",
  text: `INSERT INTO wallet_transfer (chain_id, direction, address, counterparty, role, token, amount, tx_hash, log_index,
      block_number, state)
    VALUES ($1, 'out', $2, $3, 'relayer', 'native', $4, $5, -1, $6, 'open') ON CONFLICT DO NOTHING`,
});

/** Books the gas of a foreign transaction, and lists the coin that it took out of the wallet as missing. */
export async function bookForeignCost(tx: Queryable, queue: RelayQueue, cost: ForeignCost): Promise<void> {
  const { chainId, wallet } = queue;
  const { nonce, txHash, blockNumber, to, gas, value } = cost;
  const asset = nativeAsset(chainId);
  if (value > 0n) await tx.rows(insertValue, [chainId, wallet, to, value, txHash, blockNumber]);
  await tx.rows(insertGas, [asset, gas, accountOf(queue), chainId, wallet, nonce, txHash, blockNumber]);
}

const insertTopUp = statement({
  name: "book-coin-top-up",
  text: `INSERT INTO wallet_entry (kind, asset, amount, debit, credit, block_number) VALUES ('top_up', $1, $2, $3, 'operator', $4)`,
});

/** Books coin in wei that arrived at a wallet by a block. */
export async function bookTopUp(tx: Queryable, queue: RelayQueue, amount: bigint, blockNumber: bigint): Promise<void> {
  await tx.rows(insertTopUp, [nativeAsset(queue.chainId), amount, accountOf(queue), blockNumber]);
}

const setUnbooked = statement({
  name: "book-coin-advance",
  text: `UPDATE book_account SET unbooked_from = greatest(unbooked_from, $4) WHERE chain_id = $1 AND address = $2 AND asset = $3`,
});

/** Records that everything below a nonce is booked. */
export async function setUnbookedFrom(tx: Queryable, { chainId, wallet }: RelayQueue, nonce: bigint): Promise<void> {
  await tx.rows(setUnbooked, [chainId, wallet, nativeAsset(chainId), nonce]);
}

function accountOf({ chainId, wallet }: RelayQueue): string {
  return holdingKey(chainId, wallet, "").trim();
}
