import type { Hex } from "viem";
import type { TokenMovement } from "#lib/chain/token-movements.ts";
import { nativeAsset } from "#lib/chain/tokens.ts";
import { type Address, toCaip19 } from "#lib/core/caip.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { BookRole, TransferDirection, WalletTransferState } from "#lib/db/generated/enums.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { OpenTransfer } from "#lib/domain/payments/ledger/difference.ts";

/** A movement as one of our addresses sees it. */
export type WalletMovement = TokenMovement & {
  direction: TransferDirection;
  /** Ours; the other side is `counterparty`, which may be ours too. */
  address: Address;
  counterparty: Address;
  role: BookRole;
};

const selectNext = statement<{ next_block: string }>({
  name: "book-scan-next",
  text: "SELECT next_block FROM book_scan WHERE chain_id = $1",
});

/** Returns the next block of a chain to be searched; null before its accounts are followed. */
export async function findNextBlock(on: Queryable, chainId: number): Promise<bigint | null> {
  const [row] = await on.rows(selectNext, [chainId]);
  return row === undefined ? null : BigInt(row.next_block);
}

const advance = statement({
  name: "book-scan-advance",
  text: "UPDATE book_scan SET next_block = $3 WHERE chain_id = $1 AND next_block = $2 RETURNING chain_id",
});

/** Moves a chain's next block. @returns false when another run has moved it. */
export async function advanceScan(
  tx: Queryable,
  chainId: number,
  { from, next }: { from: bigint; next: bigint },
): Promise<boolean> {
  return (await tx.rows(advance, [chainId, from, next])).length > 0;
}

const insert = statement({
  name: "wallet-transfer-insert",
  text: `INSERT INTO wallet_transfer (chain_id, direction, address, counterparty, role, token, amount, tx_hash, log_index,
      block_number)
    SELECT $1, m.* FROM unnest($2::transfer_direction[], $3::text[], $4::text[], $5::book_role[], $6::text[], $7::numeric[],
      $8::text[], $9::int[], $10::bigint[]) AS m
    ON CONFLICT DO NOTHING`,
});

/** Inserts movements as pending; one that is known stays as it is. */
export async function insertMovements(
  tx: Queryable,
  chainId: number,
  movements: readonly WalletMovement[],
): Promise<void> {
  if (movements.length === 0) return;
  await tx.rows(insert, [
    chainId,
    movements.map(({ direction }) => direction),
    movements.map(({ address }) => address),
    movements.map(({ counterparty }) => counterparty),
    movements.map(({ role }) => role),
    movements.map(({ token }) => token),
    movements.map(({ amount }) => String(amount)),
    movements.map(({ txHash }) => txHash),
    movements.map(({ logIndex }) => logIndex),
    movements.map(({ blockNumber }) => String(blockNumber)),
  ]);
}

// Transfers that belong to payments or to the operator's movements.
const explained = `(SELECT chain_id, tx_hash, token, sender, recipient, amount FROM chain_transfer
      UNION ALL SELECT chain_id, tx_hash, CASE WHEN asset LIKE '%/native' THEN 'native' ELSE split_part(asset, ':', 3) END, wallet,
        destination, moved FROM movement WHERE state = 'final')`;

const selectRecorded = statement<{ tx_hash: Hex; token: Address; sender: Address; recipient: Address; amount: string }>(
  {
    name: "wallet-transfer-recorded",
    text: `SELECT tx_hash, token, sender, recipient, amount FROM ${explained} AS t WHERE chain_id = $1 AND tx_hash = ANY($2::text[])`,
  },
);

/** A transfer that is recorded as a payment's or a movement's. */
export type RecordedTransfer = Pick<TokenMovement, "txHash" | "token" | "from" | "to" | "amount">;

/** Lists the recorded transfers of payments and movements in transactions. */
export async function listRecordedTransfers(
  on: Queryable,
  chainId: number,
  hashes: readonly Hex[],
): Promise<RecordedTransfer[]> {
  const rows = await on.rows(selectRecorded, [chainId, hashes]);
  return rows.map(({ tx_hash: txHash, token, sender: from, recipient: to, amount }) => {
    return { txHash, token, from, to, amount: BigInt(amount) };
  });
}

// Recorded transfers on the same side of the address as a transfer.
const sameSide = `t.chain_id = w.chain_id AND t.tx_hash = w.tx_hash AND t.token = w.token
        AND CASE w.direction WHEN 'in' THEN t.recipient ELSE t.sender END = w.address`;
const sameParties = `${sameSide} AND t.amount = w.amount
        AND CASE w.direction WHEN 'in' THEN t.sender ELSE t.recipient END = w.counterparty`;

// Pending transfers, those of one token on one side of an address in a transaction as a group, which is
// decided at once: deleted rows are no longer counted. Payments explain a whole group of their sum, because
// some tokens take a part of a payout and log two transfers, or single transfers with the same parties. A
// router's transfers are netted before they are inserted, so payments explain none of them.
const grouped = `SELECT id, chain_id, direction, address, counterparty, token, amount, tx_hash, block_number, role, recorded,
      role <> 'router' AND (recorded = total OR place <= known) AS is_known,
      bool_and(role <> 'router' AND (recorded = total OR place <= known))
        OVER (PARTITION BY chain_id, tx_hash, direction, address, token) AS is_group_known
    FROM (
      SELECT w.id, w.chain_id, w.direction, w.address, w.counterparty, w.token, w.amount, w.tx_hash, w.block_number, w.role,
        sum(w.amount) OVER (PARTITION BY w.chain_id, w.tx_hash, w.direction, w.address, w.token) AS total,
        row_number() OVER (PARTITION BY w.chain_id, w.tx_hash, w.direction, w.address, w.counterparty, w.token, w.amount
          ORDER BY w.log_index) AS place,
        (SELECT count(*) FROM ${explained} AS t WHERE ${sameParties}) AS known,
        (SELECT coalesce(sum(t.amount), 0) FROM ${explained} AS t WHERE ${sameSide}) AS recorded
      FROM wallet_transfer w WHERE w.state = 'pending') AS pending`;

// A transfer isn't decided while a transaction of ours that may have made it isn't recorded: the same transaction, or one for the
// same payout or collection, which may have been made by another transaction.
const decide = statement({
  name: "wallet-transfer-decide",
  text: `WITH live AS (
      SELECT r.id, r.chain_id, r.attempt_id, r.payment_id, r.payout_attempt FROM relay_transaction r
      WHERE r.chain_id = $1 AND r.is_open
    ), expected AS (
      SELECT o.token, o.router AS sender, part.recipient, part.amount FROM live
        JOIN payment_attempt a ON a.id = live.attempt_id JOIN payment_option o ON o.id = a.option_id
        CROSS JOIN LATERAL (VALUES (o.fee_recipient, o.fee), (o.recipient, o.amount - o.fee)) AS part (recipient, amount)
      UNION ALL
      SELECT d.token, d.address, d.fee_recipient, d.fee FROM live
        JOIN payment_attempt a ON a.id = live.attempt_id JOIN deposit_address d ON d.address = a.deposit_address
      UNION ALL
      SELECT split_part(p.asset, ':', 3), p.treasury, split_part(p.destination, ':', 3), p.amount FROM live
        JOIN payout p ON p.payment_id = live.payment_id AND p.attempt = live.payout_attempt
      UNION ALL
      SELECT split_part(asset, ':', 3), wallet, destination, amount FROM movement WHERE chain_id = $1 AND state IN ('queued', 'sent')
    ), decided AS (
      SELECT g.id, g.is_known, g.recorded FROM (${grouped}) AS g
      WHERE g.chain_id = $1 AND (g.is_group_known OR NOT EXISTS (
          SELECT FROM relay_submission s JOIN live ON live.id = s.relay_transaction_id
          WHERE s.chain_id = g.chain_id AND s.hash = g.tx_hash)
        AND NOT EXISTS (SELECT FROM expected e WHERE e.token = g.token AND e.amount = g.amount
          AND e.sender = CASE g.direction WHEN 'in' THEN g.counterparty ELSE g.address END
          AND e.recipient = CASE g.direction WHEN 'in' THEN g.address ELSE g.counterparty END))
    ), opened AS (
      UPDATE wallet_transfer w SET state = 'open', recorded = d.recorded FROM decided d WHERE w.id = d.id AND NOT d.is_known
      RETURNING w.id
    )
    DELETE FROM wallet_transfer w USING decided d WHERE w.id = d.id AND d.is_known`,
});

// Transfers that were explained while they were opened. The database takes back the others in the statement that explains them.
const takeBack = statement({
  name: "wallet-transfer-take-back",
  text: `SELECT take_back_transfers(w.chain_id, w.tx_hash) FROM (
      SELECT DISTINCT chain_id, tx_hash FROM wallet_transfer WHERE chain_id = $1 AND state = 'open') AS w
    WHERE EXISTS (SELECT FROM chain_transfer t WHERE t.chain_id = w.chain_id AND t.tx_hash = w.tx_hash)
      OR EXISTS (SELECT FROM movement m WHERE m.chain_id = w.chain_id AND m.tx_hash = w.tx_hash)`,
});

/**
 * Deletes a chain's pending transfers that payments explain, opens those that nothing can explain any more, which books them, and
 * takes back open ones that a payment has claimed since, as after a recovery.
 */
export async function decideTransfers(tx: Queryable, chainId: number): Promise<void> {
  await tx.rows(decide, [chainId]);
  await tx.rows(takeBack, [chainId]);
}

const sumPending = statement<{ account: string; asset: string; amount: string }>({
  name: "wallet-transfer-pending",
  text: `SELECT CASE role WHEN 'router' THEN 'router:' ELSE 'treasury:' END || g.chain_id || ':' || g.address AS account,
      'eip155:' || g.chain_id || '/erc20:' || g.token AS asset, sum(CASE g.direction WHEN 'in' THEN g.amount ELSE -g.amount END) AS amount
    FROM (${grouped}) AS g     JOIN unnest($1::integer[], $2::bigint[]) AS head (chain_id, number)
      ON head.chain_id = g.chain_id AND g.block_number <= head.number
    WHERE NOT g.is_known GROUP BY account, g.chain_id, g.token`,
});

/** Sums pending transfers up to a block of each chain, those that arrived less those that left, by account and asset. */
export async function sumPendingAt(
  on: Queryable,
  heads: readonly { chainId: number; blockNumber: bigint }[],
): Promise<Map<string, bigint>> {
  const values = [heads.map(({ chainId }) => chainId), heads.map(({ blockNumber }) => String(blockNumber))];
  const rows = await on.rows(sumPending, values);
  return new Map(rows.map(({ account, asset, amount }) => [`${account} ${asset}`, BigInt(amount)]));
}

const selectOpen = statement<{
  id: string;
  chain_id: number;
  address: Address;
  counterparty: Address;
  token: Address | "native";
  amount: string;
  tx_hash: Hex;
}>({
  name: "wallet-transfer-open",
  text: `SELECT id, chain_id, address, counterparty, token, amount, tx_hash FROM wallet_transfer
    WHERE state = 'open' AND direction = $1::transfer_direction ORDER BY id LIMIT $2`,
});

/** Lists transfers of one direction that wait for a person, oldest first. */
export async function listOpenTransfers(
  on: Queryable,
  direction: TransferDirection,
  limit: number,
): Promise<OpenTransfer[]> {
  return (await on.rows(selectOpen, [direction, limit])).map((row) => ({
    id: BigInt(row.id),
    chainId: row.chain_id,
    wallet: row.address,
    counterparty: row.counterparty,
    asset: row.token === "native" ? nativeAsset(row.chain_id) : toCaip19({ chainId: row.chain_id, address: row.token }),
    amount: BigInt(row.amount),
    txHash: row.tx_hash,
  }));
}

/** A person's finding about a transfer: tokens that arrived are a payment's or kept; tokens that left were withdrawn or lost. */
export type Finding = { kind: "payment"; paymentId: PaymentId } | { kind: "kept" | "withdrawal" | "loss" };

const resolve = statement({
  name: "wallet-transfer-resolve",
  text: `UPDATE wallet_transfer SET state = $2::wallet_transfer_state, payment_id = $3, note = $4, resolved_by = $5, resolved_at = now()
    WHERE id = $1 AND state = 'open' AND (direction = 'out') = ($2 IN ('withdrawal', 'loss'))
      AND NOT EXISTS (SELECT FROM movement m WHERE m.wallet_transfer_id = wallet_transfer.id AND m.state <> 'failed')
      AND ($3::text IS NULL OR EXISTS (SELECT FROM payment WHERE payment.id = $3)) RETURNING id`,
});

const lock = statement({ name: "wallet-transfers-lock", text: "SELECT lock_transfers_of($1, $2)" });

/** Keeps anything else from explaining the transfers of a transaction on chain until the database transaction ends. */
export async function lockTransfersOf(tx: Queryable, chainId: number, hash: Hex): Promise<void> {
  await tx.rows(lock, [chainId, hash]);
}

const lockOne = statement({
  name: "wallet-transfer-lock",
  text: "SELECT lock_transfers_of(chain_id, tx_hash) FROM wallet_transfer WHERE id = $1",
});

/**
 * Does what {@link lockTransfersOf} does, for the transaction of a transfer. Call it before a row of one is
 * locked, because payments take the locks in this order.
 */
export async function lockTransfersWith(tx: Queryable, id: bigint): Promise<void> {
  await tx.rows(lockOne, [id]);
}

const selectUsed = statement<{
  id: string;
  state: WalletTransferState;
  resolvedBy: string | null;
  movementId: string | null;
}>({
  name: "wallet-transfer-used",
  text: `SELECT w.id, w.state, w.resolved_by AS "resolvedBy", m.id AS "movementId"
    FROM wallet_transfer w LEFT JOIN movement m ON m.wallet_transfer_id = w.id AND m.state <> 'failed'
    WHERE w.chain_id = $1 AND w.tx_hash = $2 AND w.role <> 'router'
      AND (w.state NOT IN ('pending', 'open', 'recorded') OR m.id IS NOT NULL) ORDER BY w.id LIMIT 1`,
});

/**
 * Describes, for the operator, what a person has done with a transfer of a transaction already, so that
 * nothing else can explain it; null when nothing was done with any.
 */
export async function describeUse(on: Queryable, chainId: number, hash: Hex): Promise<string | null> {
  const [used] = await on.rows(selectUsed, [chainId, hash]);
  if (used === undefined) return null;
  const { id, state, resolvedBy, movementId } = used;
  if (movementId !== null)
    return `transfer ${id} of it ${state === "returned" ? "was" : "is being"} sent back by ${movementId}`;
  return `transfer ${id} of it was resolved as ${state} by ${resolvedBy}`;
}

/**
 * Records a finding, which a trigger books. Call it after {@link lockTransfersWith}.
 * @throws Error of the database's trigger when a payment or a movement explains the transfer by now.
 * @returns false when the transfer isn't open, has the other direction, is being sent back, or there is no such payment.
 */
export async function resolveTransfer(
  tx: Queryable,
  id: bigint,
  finding: Finding,
  { note, by }: { note: string; by: string },
): Promise<boolean> {
  const paymentId = finding.kind === "payment" ? finding.paymentId : null;
  return (await tx.rows(resolve, [id, finding.kind, paymentId, note, by])).length > 0;
}
