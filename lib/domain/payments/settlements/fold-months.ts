import type { Queryable } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { monthColumns, selectMonthSums } from "#lib/domain/payments/settlements/month-sums.ts";

const entriesPerBatch = 20_000;

/**
 * Adds new ledger entries to the sums by month. Each entry is added once: an entry is folded only when every transaction that could
 * still commit one with a lower id has ended. Concurrent calls are harmless.
 */
export async function foldSettlementMonths(): Promise<void> {
  while (await inTransaction((tx) => foldBatch(tx, entriesPerBatch)));
}

type Fold = { ledgerId: string; nextId: string; isSafe: boolean };

const selectFold = {
  name: "settlement-fold",
  text: `SELECT ledger_id AS "ledgerId", next_id AS "nextId",
      next_xid <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS "isSafe"
    FROM settlement_fold FOR UPDATE SKIP LOCKED`,
};

const foldEntries = {
  name: "settlement-fold-entries",
  text: `INSERT INTO settlement_month AS m (partner_id, merchant_id, asset, month, ${monthColumns.join(", ")})
    ${selectMonthSums("e.id > $1 AND e.id <= $2")}
    ON CONFLICT (partner_id, merchant_id, asset, month)
      DO UPDATE SET ${monthColumns.map((column) => `${column} = m.${column} + excluded.${column}`).join(", ")}`,
};

const moveFold = { name: "settlement-fold-move", text: "UPDATE settlement_fold SET ledger_id = $1" };

// Triggers write entries, so a transaction with an uncommitted entry has an id already, which is below the snapshot's xmax.
const readNewest = {
  name: "settlement-fold-newest",
  text: `UPDATE settlement_fold SET next_id = newest.id, next_xid = newest.xid
    FROM (SELECT coalesce(max(id), 0) AS id, pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS xid FROM ledger_entry) newest
    WHERE newest.id > next_id`,
};

/** @returns true when another batch may follow at once. */
async function foldBatch(tx: Queryable, limit: number): Promise<boolean> {
  const [fold] = await tx.rows<Fold>(selectFold, []);
  if (fold === undefined) return false;
  const [from, next] = [BigInt(fold.ledgerId), BigInt(fold.nextId)];
  if (from < next && !fold.isSafe) return false;
  const to = next - from > BigInt(limit) ? from + BigInt(limit) : next;
  if (to > from) {
    await tx.rows(foldEntries, [from, to]);
    await tx.rows(moveFold, [to]);
  }
  if (to === next) await tx.rows(readNewest, []);
  return to < next;
}
