import type { Hex } from "viem";
import type { RelayQueue } from "#lib/chain/relay/relay-transaction.ts";
import type { Address, Caip10, Caip19 } from "#lib/core/caip.ts";
import type { MovementId } from "#lib/core/ids.ts";
import type { MovementKind, MovementState } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { lockTransfersWith } from "#lib/domain/payments/ledger/transfers/repository.ts";

/** Tokens or native coin that the operator has requested out of a relayer wallet. Amounts in smallest units of `asset`. */
export type Movement = RelayQueue & {
  id: MovementId;
  kind: MovementKind;
  state: MovementState;
  asset: Caip19;
  amount: bigint;
  destination: Address;
  /** The stray transfer that a `return` sends back to its sender; null for other kinds. */
  walletTransferId: bigint | null;
  reason: string;
  orderedBy: string;
  /** A final block from before the request. */
  sinceBlock: bigint;
  txHash: Hex | null;
  /** The amount that left the wallet; null until it is final. */
  moved: bigint | null;
  failure: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

/** A movement to be recorded. */
export type NewMovement = Omit<Movement, "state" | "txHash" | "moved" | "failure" | "createdAt" | "endedAt">;

const lockWallet = statement({
  name: "movement-lock-wallet",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('movement:' || $1 || ':' || $2, 0))",
});

/** Locks the movements of a wallet until the transaction ends, so that no two of them count on the same money. */
export async function lockMovementsOf(tx: Queryable, { chainId, wallet }: RelayQueue): Promise<void> {
  await tx.rows(lockWallet, [String(chainId), wallet]);
}

const insert = statement({
  name: "movement-insert",
  text: `INSERT INTO movement (id, kind, chain_id, wallet, asset, amount, destination, wallet_transfer_id, reason, ordered_by,
      since_block)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
});

/** Inserts a movement as queued. A second one that returns the same transfer is a unique violation. */
export async function insertMovement(tx: Queryable, movement: NewMovement): Promise<void> {
  const { id, kind, chainId, wallet, asset, amount, destination, walletTransferId, reason, orderedBy, sinceBlock } =
    movement;
  const values = [
    id,
    kind,
    chainId,
    wallet,
    asset,
    amount,
    destination,
    walletTransferId,
    reason,
    orderedBy,
    sinceBlock,
  ];
  await tx.rows(insert, values);
}

type Row = {
  id: MovementId;
  kind: MovementKind;
  state: MovementState;
  chain_id: number;
  wallet: Address;
  asset: Caip19;
  amount: string;
  destination: Address;
  wallet_transfer_id: string | null;
  reason: string;
  ordered_by: string;
  since_block: string;
  tx_hash: Hex | null;
  moved: string | null;
  failure: string | null;
  created_at: Date;
  ended_at: Date | null;
};

const columns = `id, kind, state, chain_id, wallet, asset, amount, destination, wallet_transfer_id, reason, ordered_by, since_block,
  tx_hash, moved, failure, created_at, ended_at`;

function toMovement(row: Row): Movement {
  const { id, kind, state, wallet, asset, destination, reason, failure } = row;
  return {
    id,
    kind,
    state,
    chainId: row.chain_id,
    wallet,
    asset,
    amount: BigInt(row.amount),
    destination,
    walletTransferId: row.wallet_transfer_id === null ? null : BigInt(row.wallet_transfer_id),
    reason,
    orderedBy: row.ordered_by,
    sinceBlock: BigInt(row.since_block),
    txHash: row.tx_hash,
    moved: row.moved === null ? null : BigInt(row.moved),
    failure,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

const selectNewest = statement<Row>({
  name: "movements",
  text: `SELECT ${columns} FROM movement ORDER BY created_at DESC, id DESC LIMIT $1`,
});

/** Lists movements, the newest first. */
export async function listMovements(on: Queryable, limit: number): Promise<Movement[]> {
  return (await on.rows(selectNewest, [limit])).map(toMovement);
}

const lock = statement<Row>({
  name: "movement-lock",
  text: `SELECT ${columns} FROM movement WHERE id = $1 FOR UPDATE`,
});

/** Returns a movement and locks it until the transaction ends. @throws Error when there is none. */
export async function lockMovement(tx: Queryable, id: MovementId): Promise<Movement> {
  const [row] = await tx.rows(lock, [id]);
  if (row === undefined) throw new Error(`there is no movement ${id}`);
  return toMovement(row);
}

const setSent = statement({
  name: "movement-sent",
  text: "UPDATE movement SET state = 'sent' WHERE id = ANY($1::text[]) AND state = 'queued'",
});

/** Marks queued movements as sent. */
export async function markSent(on: Queryable, ids: readonly MovementId[]): Promise<void> {
  await on.rows(setSent, [ids]);
}

const setFinal = statement({
  name: "movement-final",
  text: `UPDATE movement SET state = 'final', tx_hash = $2, block_number = $3, moved = $4, ended_at = $5 WHERE id = $1`,
});

/** Ends a movement that moved something, which a trigger books. A hash that ended another movement is a unique violation. */
export async function endMovement(
  tx: Queryable,
  id: MovementId,
  { txHash, blockNumber, moved }: { txHash: Hex; blockNumber: bigint; moved: bigint },
  now: Date,
): Promise<void> {
  await tx.rows(setFinal, [id, txHash, blockNumber, moved, now]);
}

const setFailed = statement({
  name: "movement-failed",
  text: "UPDATE movement SET state = 'failed', failure = $2, ended_at = $3 WHERE id = $1",
});

/** Ends a movement that moved nothing and no longer can. */
export async function failMovementRow(tx: Queryable, id: MovementId, failure: string, now: Date): Promise<void> {
  await tx.rows(setFailed, [id, failure, now]);
}

const selectMadeBy = statement<{ id: MovementId; hash: Hex }, "hash">({
  name: "movement-made-by",
  text: "SELECT id, tx_hash AS hash FROM movement WHERE chain_id = $1 AND tx_hash = ANY($2::text[])",
});

/** Finds the movement that a transaction ended; null when none is recorded. */
export async function findMovementMadeBy(on: Queryable, chainId: number, hash: Hex): Promise<MovementId | null> {
  return (await on.rows(selectMadeBy, [chainId, [hash]]))[0]?.id ?? null;
}

/** Returns those of the hashes that ended a movement: they can't have made another movement or a payout. */
export async function listMovedBy(on: Queryable, chainId: number, hashes: readonly Hex[]): Promise<Hex[]> {
  return (await on.rows(selectMadeBy, [chainId, hashes])).map(({ hash }) => hash);
}

const selectUnclaimed = statement<{ id: MovementId }>({
  name: "movement-unclaimed",
  text: `SELECT id FROM movement m WHERE state IN ('queued', 'sent') AND chain_id = $1 AND wallet = $2 AND asset = $3 AND amount = $4
      AND destination = $5 AND since_block < $6
      AND NOT EXISTS (SELECT FROM unknown_transaction u WHERE u.movement_id = m.id)
    ORDER BY created_at, id LIMIT 1`,
});

/**
 * Finds the oldest movement under way that a transfer in a block may have made, and that no other transaction
 * is attributed to.
 */
export async function findUnclaimedMovement(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  { asset, amount, destination }: Pick<Movement, "asset" | "amount" | "destination">,
  blockNumber: bigint,
): Promise<MovementId | null> {
  const values = [chainId, wallet, asset, amount, destination, blockNumber];
  return (await on.rows(selectUnclaimed, values))[0]?.id ?? null;
}

/** The money of a wallet in an asset as the database knows it, in smallest units. */
export type Claims = {
  /** The sum of all entries of the wallet's account. */
  booked: bigint;
  /** Held for merchants, and not paid out yet. */
  owed: bigint;
  /** Arrived without a payment: waits for a person, or belongs to a buyer by a person's decision. */
  received: bigint;
  /** Transfers on chain whose transactions aren't recorded yet. */
  pending: bigint;
  /** Other movements under way. */
  moving: bigint;
};

const selectClaims = statement<Record<keyof Claims, string>>({
  name: "movement-claims",
  text: `SELECT (SELECT coalesce(sum(amount), 0) FROM (
        SELECT amount FROM book_balance WHERE account = $1 AND asset = $2
        UNION ALL SELECT CASE debit WHEN $1 THEN amount ELSE -amount END FROM ledger_entry
          WHERE id > (SELECT coalesce(max(ledger_id), 0) FROM book_checkpoint) AND asset = $2 AND $1 IN (debit, credit)
        UNION ALL SELECT CASE debit WHEN $1 THEN amount ELSE -amount END FROM wallet_entry
          WHERE asset = $2 AND $1 IN (debit, credit)) AS side) AS booked,
      (SELECT coalesce(sum(amount), 0) FROM payout WHERE state = 'held' AND asset = $2 AND treasury = $4)
        + (SELECT coalesce(sum(amount), 0) FROM payout
          WHERE state IN ('pending', 'submitted', 'failed') AND asset = $2 AND treasury = $4) AS owed,
      coalesce(sum(w.amount) FILTER (WHERE w.state IN ('open', 'payment')), 0) AS received,
      coalesce(sum(w.amount) FILTER (WHERE w.state = 'pending'), 0) AS pending,
      (SELECT coalesce(sum(amount), 0) FROM movement
        WHERE chain_id = $3 AND wallet = $4 AND asset = $2 AND state IN ('queued', 'sent')) AS moving
    FROM wallet_transfer w WHERE w.chain_id = $3 AND w.address = $4 AND w.direction = 'in' AND w.id <> $5
      AND 'eip155:' || w.chain_id || '/erc20:' || w.token = $2`,
});

/**
 * Reads all claims on a wallet's balance of an asset, in one statement.
 * @param except the stray transfer that is about to be sent back, whose amount isn't counted; null for none.
 */
export async function readClaims(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
  asset: Caip19,
  except: bigint | null,
): Promise<Claims> {
  const values = [`treasury:${chainId}:${wallet}`, asset, chainId, wallet, except ?? 0n];
  const [row] = await on.rows(selectClaims, values);
  const sum = (name: keyof Claims) => BigInt(row?.[name] ?? 0);
  return {
    booked: sum("booked"),
    owed: sum("owed"),
    received: sum("received"),
    pending: sum("pending"),
    moving: sum("moving"),
  };
}

const selectWaiting = statement<{ signed: string; unsigned: string }>({
  name: "movement-waiting-gas",
  text: `SELECT coalesce(sum(r.gas_limit * s.highest_fee), 0) AS signed, count(*) FILTER (WHERE s.highest_fee IS NULL) AS unsigned
    FROM relay_transaction r
    CROSS JOIN LATERAL (SELECT max(max_fee_per_gas) AS highest_fee FROM relay_submission WHERE relay_transaction_id = r.id) s
    WHERE r.chain_id = $1 AND r.wallet = $2 AND r.state IN ('queued', 'reserved', 'signed', 'broadcast')`,
});

/** Reads how much wei a queue's signed transactions may cost at most, without what they send, and how many aren't signed yet. */
export async function readWaitingGas(
  on: Queryable,
  { chainId, wallet }: RelayQueue,
): Promise<{ signedWei: bigint; unsigned: bigint }> {
  const [row] = await on.rows(selectWaiting, [chainId, wallet]);
  return { signedWei: BigInt(row?.signed ?? 0), unsigned: BigInt(row?.unsigned ?? 0) };
}

/** A transfer that arrived at one of our addresses and can be sent back. */
export type StrayTransfer = RelayQueue & {
  id: bigint;
  asset: Caip19;
  amount: bigint;
  sender: Address;
  txHash: Hex;
  /** The account that paid the payment for which a person says it was; null without one. */
  buyer: Caip10 | null;
};

const selectStray = statement<{
  id: string;
  chain_id: number;
  address: Address;
  asset: Caip19;
  amount: string;
  counterparty: Address;
  tx_hash: Hex;
  buyer_account: Caip10 | null;
}>({
  name: "movement-stray",
  text: `SELECT w.id, w.chain_id, w.address, 'eip155:' || w.chain_id || '/erc20:' || w.token AS asset, w.amount, w.counterparty,
      w.tx_hash, p.buyer_account
    FROM wallet_transfer w LEFT JOIN payment p ON p.id = w.payment_id
    WHERE w.id = $1 AND w.state IN ('open', 'payment') AND w.direction = 'in' AND w.role = 'relayer' FOR UPDATE OF w`,
});

/**
 * Finds a transfer at a relayer wallet that waits for a person, or that a person has attributed to a payment,
 * and locks it until the transaction ends; null for any other.
 */
export async function lockStrayTransfer(tx: Queryable, id: bigint): Promise<StrayTransfer | null> {
  await lockTransfersWith(tx, id);
  const [row] = await tx.rows(selectStray, [id]);
  if (row === undefined) return null;
  const {
    chain_id: chainId,
    address: wallet,
    asset,
    counterparty: sender,
    tx_hash: txHash,
    buyer_account: buyer,
  } = row;
  return { id: BigInt(row.id), chainId, wallet, asset, amount: BigInt(row.amount), sender, txHash, buyer };
}
