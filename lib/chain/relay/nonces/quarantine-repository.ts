import type { Hex } from "viem";
import type { AttributedTransaction } from "#lib/chain/relay/attribution.ts";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import type { Address } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";

const insertQuarantine = statement({
  name: "relayer-wallet-quarantine",
  text: `UPDATE relayer_wallet SET
      quarantined_at = CASE WHEN next_nonce >= $4 THEN coalesce(quarantined_at, now()) ELSE now() END,
      unknown_from = least(coalesce(unknown_from, $3), $3, next_nonce), next_nonce = greatest(next_nonce, $4)
    WHERE chain_id = $1 AND address = $2`,
});

/**
 * Quarantines a wallet: the chain knows transactions of it that the database doesn't, with nonces from `unknownFrom` on. Its
 * next nonce is raised to `nextNonce`, the chain's at finality, and a raise counts as the quarantine's beginning.
 */
export async function quarantineWallet(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  { unknownFrom, nextNonce }: Quarantine,
): Promise<void> {
  await on.rows(insertQuarantine, [chainId, wallet, unknownFrom, nextNonce]);
}

const lowerNonce = statement<{ next_nonce: string }>({
  name: "relayer-wallet-lower-nonce",
  text: `UPDATE relayer_wallet w SET next_nonce = greatest(used.until, w.unknown_from)
    FROM (SELECT greatest($3::bigint,
        (SELECT max(nonce) + 1 FROM relay_transaction WHERE chain_id = $1 AND wallet = $2),
        (SELECT max(nonce) + 1 FROM unknown_transaction WHERE chain_id = $1 AND wallet = $2)) AS until) used
    WHERE w.chain_id = $1 AND w.address = $2 AND w.quarantined_at < to_timestamp($4)
      AND greatest(used.until, w.unknown_from) < w.next_nonce
    RETURNING w.next_nonce`,
});

/**
 * Lowers the next nonce of a wallet that was in quarantine at a time, in Unix seconds: to the chain's, or the
 * first one after all of which the database knows the use.
 * @returns the new one; null when it isn't lower.
 */
export async function lowerNextNonce(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  { chainNonce, atSeconds }: { chainNonce: bigint; atSeconds: bigint },
): Promise<bigint | null> {
  const [row] = await on.rows(lowerNonce, [chainId, wallet, chainNonce, atSeconds]);
  return row === undefined ? null : BigInt(row.next_nonce);
}

/** The unknown nonces of a quarantined wallet: from the first up to but not including the next. */
export type Quarantine = { unknownFrom: bigint; nextNonce: bigint };

const selectQuarantine = statement<{ unknown_from: string; next_nonce: string }, "unknown_from">({
  name: "relayer-wallet-quarantine-of",
  text: "SELECT unknown_from, next_nonce FROM relayer_wallet WHERE chain_id = $1 AND address = $2 AND quarantined_at IS NOT NULL",
});

/** Returns a wallet's quarantine, or null. */
export async function findQuarantine(on: Queryable, { chainId, wallet }: RelayQueue): Promise<Quarantine | null> {
  const [row] = await on.rows(selectQuarantine, [chainId, wallet]);
  return row === undefined ? null : { unknownFrom: BigInt(row.unknown_from), nextNonce: BigInt(row.next_nonce) };
}

const selectNextNonce = statement<{ next_nonce: string }>({
  name: "relayer-wallet-next-nonce",
  text: "SELECT next_nonce FROM relayer_wallet WHERE chain_id = $1 AND address = $2",
});

/** Returns the nonce of a wallet's next transaction. @throws Error for an unknown wallet. */
export async function readNextNonce(on: Queryable, { chainId, wallet }: RelayQueue): Promise<bigint> {
  const [row] = await on.rows(selectNextNonce, [chainId, wallet]);
  if (row === undefined) throw new Error(`${wallet} is not a relayer wallet of chain ${chainId}`);
  return BigInt(row.next_nonce);
}

// A nonce whose transaction was displaced was used by another one.
const isUnattributed = (chainId: string, wallet: string) =>
  `NOT EXISTS (SELECT FROM relay_transaction
      WHERE chain_id = ${chainId} AND wallet = ${wallet} AND nonce = n AND state <> 'displaced')
    AND NOT EXISTS (SELECT FROM unknown_transaction WHERE chain_id = ${chainId} AND wallet = ${wallet} AND nonce = n)`;

const selectUnattributed = statement<{ nonce: string }>({
  name: "unknown-transaction-nonces",
  text: `SELECT n::bigint AS nonce FROM generate_series($3::numeric, $4::numeric - 1) AS n
    WHERE ${isUnattributed("$1", "$2")} ORDER BY n LIMIT $5`,
});

/** Lists a quarantined wallet's nonces that no transaction of the relay has used and that are not attributed yet. */
export async function listUnattributedNonces(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  { unknownFrom, nextNonce }: Quarantine,
  limit: number,
): Promise<bigint[]> {
  const values = [chainId, wallet, unknownFrom, nextNonce, limit];
  return (await on.rows(selectUnattributed, values)).map(({ nonce }) => BigInt(nonce));
}

const insertUnknown = statement({
  name: "unknown-transaction-insert",
  text: `INSERT INTO unknown_transaction (chain_id, wallet, nonce, tx_hash, block_number, target, attribution, payment_id, detail,
      movement_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7::attribution, $8, $9, $10) ON CONFLICT DO NOTHING`,
});

/** Records what an unknown transaction was. The first record of a nonce stays, and the first of a movement. */
export async function insertAttributed(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  { nonce, txHash, blockNumber, target, attribution, paymentId, movementId, detail }: AttributedTransaction,
): Promise<void> {
  const facts = [nonce, txHash, blockNumber, target, attribution, paymentId, detail, movementId];
  await on.rows(insertUnknown, [chainId, wallet, ...facts]);
}

const selectTransfers = statement<{ hash: Hex }>({
  name: "unknown-transaction-transfers",
  text: `SELECT tx_hash AS hash FROM unknown_transaction WHERE chain_id = $1 AND wallet = $2 AND lower(target) = lower($3)
    AND attribution IN ('payout', 'movement', 'unknown') ORDER BY nonce`,
});

/**
 * Lists the calls of a token by a wallet that its recovery found, or its transfers of native coin to an account, whether it knew
 * their purpose or a person had to decide: each may have made a payout or a movement that the database still has to send.
 */
export async function listRecoveredCalls(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  target: Address,
): Promise<Hex[]> {
  return (await on.rows(selectTransfers, [chainId, wallet, target])).map(({ hash }) => hash);
}

const countUnknown = statement<{ count: number }>({
  name: "unknown-transaction-count",
  text: "SELECT count(*)::int AS count FROM unknown_transaction WHERE chain_id = $1 AND wallet = $2",
});

/** Counts the transactions of a wallet that its recovery has found. */
export async function countRecovered(on: Queryable, { chainId, wallet }: RelayQueue): Promise<number> {
  return (await on.rows(countUnknown, [chainId, wallet]))[0]?.count ?? 0;
}

const endQuarantine = statement({
  name: "relayer-wallet-end-quarantine",
  text: `UPDATE relayer_wallet SET quarantined_at = NULL, unknown_from = NULL
    WHERE chain_id = $1 AND address = $2 AND quarantined_at IS NOT NULL AND next_nonce = $3 AND NOT EXISTS (
      SELECT FROM unknown_transaction WHERE chain_id = $1 AND wallet = $2 AND attribution = 'unknown' AND resolution IS NULL)
    RETURNING address`,
});

/**
 * Ends a wallet's quarantine, unless a transaction still awaits a person, or the wallet's next nonce is no longer `nextNonce`.
 * @returns true when it has ended.
 */
export async function releaseWallet(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  { nextNonce }: Pick<Quarantine, "nextNonce">,
): Promise<boolean> {
  return (await on.rows(endQuarantine, [chainId, wallet, nextNonce])).length > 0;
}

const awaitsPerson = "attribution IN ('unknown', 'duplicate', 'lost') AND resolution IS NULL";

/** A transaction of a wallet that awaits a person. */
export type OpenUnknown = Pick<AttributedTransaction, "nonce" | "txHash" | "attribution" | "detail">;

const selectOpen = statement<{
  nonce: string;
  tx_hash: string;
  attribution: OpenUnknown["attribution"];
  detail: string;
}>({
  name: "unknown-transaction-open",
  text: `SELECT nonce, tx_hash, attribution, detail FROM unknown_transaction
    WHERE chain_id = $1 AND wallet = $2 AND ${awaitsPerson} ORDER BY nonce`,
});

/** Lists a wallet's transactions that await a person. */
export async function listOpenUnknown(on: Queryable, { chainId, wallet }: RelayQueue): Promise<OpenUnknown[]> {
  const rows = await on.rows(selectOpen, [chainId, wallet]);
  return rows.map(({ nonce, tx_hash: txHash, attribution, detail }) => {
    return { nonce: BigInt(nonce), txHash, attribution, detail };
  });
}

const selectAllOpen = statement<Omit<Unexplained, "nonce"> & { nonce: string }>({
  name: "unknown-transaction-open-all",
  text: `SELECT chain_id AS "chainId", wallet, nonce, tx_hash AS "txHash", attribution::text FROM unknown_transaction
      WHERE ${awaitsPerson}
    UNION ALL
    SELECT w.chain_id, w.address, n::bigint, NULL, NULL FROM relayer_wallet w
      CROSS JOIN LATERAL generate_series(w.unknown_from::numeric, w.next_nonce::numeric - 1) AS n
    WHERE w.quarantined_at IS NOT NULL AND ${isUnattributed("w.chain_id", "w.address")}
    ORDER BY 1, 2, 3 LIMIT $1`,
});

/** A transaction of one of our wallets that is unexplained; without a hash and an attribution until the recovery has found it. */
export type Unexplained = RelayQueue & {
  nonce: bigint;
  txHash: Hex | null;
  attribution: OpenUnknown["attribution"] | null;
};

/**
 * Lists the transactions of all wallets that await a person, and the nonces of quarantined wallets that aren't attributed yet;
 * at most `limit`.
 */
export async function listUnexplained(on: Queryable, limit: number): Promise<Unexplained[]> {
  const rows = await on.rows(selectAllOpen, [limit]);
  return rows.map((row) => ({ ...row, nonce: BigInt(row.nonce) }));
}

const setResolution = statement({
  name: "unknown-transaction-resolve",
  text: `UPDATE unknown_transaction SET resolution = $4, resolved_by = $5, updated_at = now(), payment_id = coalesce($6, payment_id)
    WHERE chain_id = $1 AND wallet = $2 AND nonce = $3 AND ${awaitsPerson}
    RETURNING nonce`,
});

/** A person's explanation of an unknown transaction: their words, who they are, and the payment that it refunded, if it did. */
export type Explanation = { note: string; by: string; refundOf?: PaymentId };

/**
 * Records what a person found out about a transaction; a trigger adds it to the operator's audit log.
 * @returns false when none with that nonce awaits a person.
 */
export async function resolveTransaction(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  nonce: bigint,
  { note, by, refundOf }: Explanation,
): Promise<boolean> {
  return (await on.rows(setResolution, [chainId, wallet, nonce, note, by, refundOf ?? null])).length > 0;
}
