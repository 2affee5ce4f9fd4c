import type { PaymentId } from "#lib/core/ids.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { Subjects } from "#lib/domain/payments/ledger/checks-repository.ts";
import type { Head } from "#lib/domain/payments/ledger/difference.ts";

/** The end of what earlier runs have checked: ids of rows, and a time for events. */
export type Checkpoint = { ledgerId: bigint; transferId: bigint; relayId: bigint; checkedAt: Date };

const select = statement<{ ledger_id: string; transfer_id: string; relay_id: string; checked_at: Date }>({
  name: "book-checkpoint",
  text: `SELECT ledger_id, transfer_id, relay_id, checked_at FROM book_checkpoint`,
});

/** Returns the checkpoint; null before the first run. */
export async function findCheckpoint(on: Queryable): Promise<Checkpoint | null> {
  const [row] = await on.rows(select, []);
  if (row === undefined) return null;
  const { ledger_id, transfer_id, relay_id, checked_at: checkedAt } = row;
  return { ledgerId: BigInt(ledger_id), transferId: BigInt(transfer_id), relayId: BigInt(relay_id), checkedAt };
}

const selectNow = statement<{ ledger_id: string; transfer_id: string; relay_id: string; checked_at: Date }>({
  name: "book-checkpoint-newest",
  text: `SELECT (SELECT coalesce(max(id), 0) FROM ledger_entry) AS ledger_id,
    (SELECT coalesce(max(id), 0) FROM chain_transfer) AS transfer_id,
    (SELECT coalesce(max(id), 0) FROM relay_transaction) AS relay_id, clock_timestamp() AS checked_at`,
});

/** Returns the newest committed ids, and the database's time. */
export async function readNewest(on: Queryable): Promise<Checkpoint> {
  const [row] = await on.rows(selectNow, []);
  if (row === undefined) throw new Error("the newest ids could not be read");
  return {
    ledgerId: BigInt(row.ledger_id),
    transferId: BigInt(row.transfer_id),
    relayId: BigInt(row.relay_id),
    checkedAt: row.checked_at,
  };
}

// An insert locks its table before it takes an id, and until its transaction ends. The virtual transaction names a session, and
// is used for one transaction only.
const selectWriters = statement<{ writer: string }>({
  name: "book-checkpoint-writers",
  text: `SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
    WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND relation IN ('ledger_entry'::regclass, 'chain_transfer'::regclass, 'relay_transaction'::regclass,
        'payment_event'::regclass)`,
});

/** Lists the transactions that are writing to the tables of the books now. */
export async function listWriters(on: Queryable): Promise<Set<string>> {
  return new Set((await on.rows(selectWriters, [])).map(({ writer }) => writer));
}

/** The subject of a recheck that stands for the sums of all statements. */
export const statements = "statements";

const selectPayments = statement<{ id: PaymentId }>({
  name: "book-checkpoint-payments",
  text: `SELECT payment_id AS id FROM (
      SELECT payment_id FROM ledger_entry WHERE id > $1 AND payment_id IS NOT NULL
      UNION SELECT payment_id FROM chain_transfer WHERE id > $2
      UNION SELECT payment_id FROM payment_event WHERE created_at > $3::timestamptz - interval '15 minutes'
      UNION SELECT subject FROM book_recheck WHERE subject NOT LIKE 'relay:%' AND subject <> '${statements}') AS changed
    LIMIT $4`,
});

const selectRelays = statement<{ id: string }>({
  name: "book-checkpoint-relays",
  text: `SELECT id FROM relay_transaction WHERE id > $1
    UNION SELECT relay_transaction_id FROM ledger_entry WHERE id > $2 AND relay_transaction_id IS NOT NULL
    UNION SELECT substr(subject, 7)::bigint FROM book_recheck WHERE subject LIKE 'relay:%' LIMIT $3`,
});

const selectStatements = statement({
  name: "book-checkpoint-statements",
  text: `SELECT FROM book_recheck WHERE subject = '${statements}'`,
});

/** The records that a run checks. `hasStatements` is true when sums of statements differed in the last run. */
type Changed = Subjects & { hasStatements: boolean };

/**
 * Lists what changed since a checkpoint, and what differed or hadn't ended then.
 * @returns null when there are more payments or relay transactions than `limit`.
 */
export async function listChanged(
  on: Queryable,
  { ledgerId, transferId, relayId, checkedAt }: Checkpoint,
  limit: number,
): Promise<Changed | null> {
  const payments = await on.rows(selectPayments, [ledgerId, transferId, checkedAt, limit + 1]);
  const relays = await on.rows(selectRelays, [relayId, ledgerId, limit + 1]);
  if (payments.length > limit || relays.length > limit) return null;
  const hasStatements = (await on.rows(selectStatements, [])).length > 0;
  return { payments: payments.map(({ id }) => id), relays: relays.map(({ id }) => BigInt(id)), hasStatements };
}

const selectLive = statement<{ subject: string }>({
  name: "book-checkpoint-live",
  text: `SELECT 'relay:' || id AS subject FROM relay_transaction WHERE is_open`,
});

/** Lists relay transactions that haven't ended, as subjects to check again. */
export async function listLiveRelays(on: Queryable): Promise<string[]> {
  return (await on.rows(selectLive, [])).map(({ subject }) => subject);
}

// The first entry of a block that the chain's balances don't include yet.
const selectLater = statement<{ id: string | null }>({
  name: "book-checkpoint-later",
  text: `SELECT min(e.id) AS id FROM ledger_entry e
    JOIN unnest($1::integer[], $2::bigint[]) AS head (chain_id, number)
      ON e.asset LIKE 'eip155:' || head.chain_id || '/%' AND e.block_number > head.number
    WHERE e.id > $3`,
});

/** Returns the id of the first entry after `ledgerId` whose block is later than its chain's head; null without one. */
export async function findFirstLater(on: Queryable, heads: readonly Head[], ledgerId: bigint): Promise<bigint | null> {
  const values = [heads.map(({ chainId }) => chainId), heads.map(({ blockNumber }) => String(blockNumber)), ledgerId];
  const [row] = await on.rows(selectLater, values);
  return row?.id == null ? null : BigInt(row.id);
}

const selectLag = statement<{ chain_id: number }>({
  name: "book-checkpoint-lag",
  text: `SELECT DISTINCT head.chain_id FROM book_balance b JOIN unnest($1::integer[], $2::bigint[]) AS head (chain_id, number)
    ON b.asset LIKE 'eip155:' || head.chain_id || '/%' AND b.block_number > head.number`,
});

/** Lists the chains whose head is below a block of the checkpoint, because their node lags behind. */
export async function listLagging(on: Queryable, heads: readonly Head[]): Promise<number[]> {
  const values = [heads.map(({ chainId }) => chainId), heads.map(({ blockNumber }) => String(blockNumber))];
  return (await on.rows(selectLag, values)).map((row) => row.chain_id);
}

const lock = statement({
  name: "book-checkpoint-lock",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('book-checkpoint', 0))",
});
const clear = statement({ name: "book-checkpoint-clear", text: "DELETE FROM book_balance" });
const addBalances = statement({
  name: "book-checkpoint-add",
  text: `INSERT INTO book_balance AS b (account, asset, amount, block_number)
    SELECT side.account, e.asset, sum(side.amount), max(e.block_number) FROM ledger_entry e
      CROSS JOIN LATERAL (VALUES (e.debit, e.amount), (e.credit, -e.amount)) AS side (account, amount)
    WHERE e.id > $1 AND e.id <= $2 GROUP BY side.account, e.asset
    ON CONFLICT (account, asset) DO UPDATE
      SET amount = b.amount + excluded.amount, block_number = greatest(b.block_number, excluded.block_number)`,
});
const upsert = statement({
  name: "book-checkpoint-set",
  text: `INSERT INTO book_checkpoint (id, ledger_id, transfer_id, relay_id, checked_at) VALUES (1, $1, $2, $3, $4)
    ON CONFLICT (id) DO UPDATE SET ledger_id = excluded.ledger_id, transfer_id = excluded.transfer_id,
      relay_id = excluded.relay_id, checked_at = excluded.checked_at`,
});
const clearRecheck = statement({ name: "book-recheck-clear", text: "DELETE FROM book_recheck" });
const insertRecheck = statement({
  name: "book-recheck-insert",
  text: "INSERT INTO book_recheck (subject) SELECT DISTINCT * FROM unnest($1::text[]) ON CONFLICT DO NOTHING",
});

/**
 * Moves the checkpoint, unless another run has moved it since `before` was read. The sums up to it are recounted from the first
 * entry when `isFull`.
 * @param recheck payments, `relay:<id>` of relay transactions, and {@link statements}, for the next run to check again.
 */
export async function moveCheckpoint(
  tx: Queryable,
  before: Checkpoint | null,
  after: Checkpoint,
  { isFull, recheck }: { isFull: boolean; recheck: readonly string[] },
): Promise<void> {
  await tx.rows(lock, []);
  const current = await findCheckpoint(tx);
  if (current?.checkedAt.getTime() !== before?.checkedAt.getTime()) return;
  const from = isFull ? 0n : (before?.ledgerId ?? 0n);
  if (isFull) await tx.rows(clear, []);
  await tx.rows(addBalances, [from, after.ledgerId]);
  await tx.rows(upsert, [after.ledgerId, after.transferId, after.relayId, after.checkedAt]);
  await tx.rows(clearRecheck, []);
  await tx.rows(insertRecheck, [recheck]);
}
