import type { Queryable } from "#lib/db/pool.ts";
import { inTransaction } from "#lib/db/transaction.ts";

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

// Refunds of the merchant's wallet pass a router. Those of held money don't.
const byWallet = "e.kind = 'refunded' AND e.credit LIKE 'router:%'";
const byTreasury = "e.kind = 'refunded' AND e.credit LIKE 'treasury:%'";

const foldEntries = {
  name: "settlement-fold-entries",
  text: `INSERT INTO settlement_month AS m
      (partner_id, merchant_id, asset, month, payments, net, fees, payouts, paid_out, refunds, refunded, held_refunds,
        held_refunded)
    SELECT p.partner_id, p.merchant_id, e.asset, date_trunc('month', e.created_at AT TIME ZONE 'UTC')::date,
      count(*) FILTER (WHERE e.kind = 'owed'), coalesce(sum(e.amount) FILTER (WHERE e.kind = 'owed'), 0),
      coalesce(sum(e.amount) FILTER (WHERE e.kind = 'fee'), 0),
      count(*) FILTER (WHERE e.kind = 'settled'), coalesce(sum(e.amount) FILTER (WHERE e.kind = 'settled'), 0),
      count(*) FILTER (WHERE ${byWallet}), coalesce(sum(e.amount) FILTER (WHERE ${byWallet}), 0),
      count(*) FILTER (WHERE ${byTreasury}), coalesce(sum(e.amount) FILTER (WHERE ${byTreasury}), 0)
    FROM ledger_entry e JOIN payout p ON p.payment_id = e.payment_id
    WHERE e.id > $1 AND e.id <= $2 AND e.kind IN ('owed', 'fee', 'settled', 'refunded')
    GROUP BY 1, 2, 3, 4
    ON CONFLICT (partner_id, merchant_id, asset, month) DO UPDATE SET payments = m.payments + excluded.payments,
      net = m.net + excluded.net, fees = m.fees + excluded.fees, payouts = m.payouts + excluded.payouts,
      paid_out = m.paid_out + excluded.paid_out, refunds = m.refunds + excluded.refunds,
      refunded = m.refunded + excluded.refunded, held_refunds = m.held_refunds + excluded.held_refunds,
      held_refunded = m.held_refunded + excluded.held_refunded`,
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
