import type { Queryable } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { monthColumns, selectMonthSums } from "#lib/domain/payments/ledger/month-sums.ts";

const entriesPerBatch = 20_000;

/**
 * Adds new ledger entries to the sums by month. Each entry is added once: an entry is folded only when every
 * transaction that could still commit one with a lower id has ended. Concurrent calls are harmless.
 */
export async function foldSettlementMonths(): Promise<void> {
  while (await inTransaction((tx) => foldBatch(tx, entriesPerBatch)));
}

/** `isForeign` for a number that no transaction of this server has had: a dump of another one was restored. */
type Fold = { ledgerId: string; nextId: string; isSafe: boolean; isForeign: boolean };

const selectFold = statement<Fold>({
  name: "settlement-fold",
  text: `SELECT ledger_id AS "ledgerId", next_id AS "nextId",
      next_xid <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS "isSafe",
      next_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS "isForeign"
    FROM settlement_fold FOR UPDATE SKIP LOCKED`,
});

const foldEntries = statement({
  name: "settlement-fold-entries",
  text: `INSERT INTO settlement_month AS m (partner_id, merchant_id, asset, month, ${monthColumns.join(", ")})
    ${selectMonthSums("e.id > $1 AND e.id <= $2")}
    ON CONFLICT (partner_id, merchant_id, asset, month)
      DO UPDATE SET ${monthColumns.map((column) => `${column} = m.${column} + excluded.${column}`).join(", ")}`,
});

const moveFold = statement({ name: "settlement-fold-move", text: "UPDATE settlement_fold SET ledger_id = $1" });

const readNewest = statement<{ id: string }>({
  name: "settlement-fold-newest",
  text: "SELECT coalesce(max(id), 0) AS id FROM ledger_entry",
});

const noteNewest = statement({
  name: "settlement-fold-note",
  text: "UPDATE settlement_fold SET next_id = $1, next_xid = pg_current_xact_id()::text::bigint",
});

/**
 * The newest entry is read before the lock gives this transaction its number (xid). Entries are written by
 * triggers after other rows, and take their ids in order, so that a transaction with an earlier entry has a
 * lower number. That isn't true of the end of a snapshot (`pg_snapshot_xmax`): it is the number after the
 * last that was committed, which a transaction with an earlier entry may have.
 * @returns true when another batch may follow at once.
 */
async function foldBatch(tx: Queryable, limit: number): Promise<boolean> {
  const [entry] = await tx.rows(readNewest, []);
  const [fold] = await tx.rows(selectFold, []);
  if (entry === undefined || fold === undefined) return false;
  const [from, next, newest] = [BigInt(fold.ledgerId), BigInt(fold.nextId), BigInt(entry.id)];
  if (from < next && !fold.isSafe) {
    if (fold.isForeign && newest >= next) await tx.rows(noteNewest, [newest]);
    return false;
  }
  const to = next - from > BigInt(limit) ? from + BigInt(limit) : next;
  if (to > from) {
    await tx.rows(foldEntries, [from, to]);
    await tx.rows(moveFold, [to]);
  }
  if (to === next && newest > next) await tx.rows(noteNewest, [newest]);
  return to < next;
}

const lock = statement({ name: "settlement-recount-lock", text: "SELECT FROM settlement_fold FOR UPDATE" });
const clear = statement({ name: "settlement-recount-clear", text: "DELETE FROM settlement_month" });
const fill = statement({
  name: "settlement-recount-fill",
  text: `INSERT INTO settlement_month (partner_id, merchant_id, asset, month, ${monthColumns.join(", ")})
    ${selectMonthSums("e.id <= (SELECT ledger_id FROM settlement_fold)")}`,
});

/**
 * Replaces all sums by month by those of the ledger entries that have been folded. Reads all of them, up to a
 * minute per million payments; the fold continues afterwards, and readers see the old sums until then.
 */
export async function recountSettlementMonths(): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.rows(lock, []);
    await tx.rows(clear, []);
    await tx.rows(fill, []);
  });
}
