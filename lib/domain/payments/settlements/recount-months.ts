import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { monthColumns, selectMonthSums } from "#lib/domain/payments/ledger/month-sums.ts";

const lock = statement({ name: "settlement-recount-lock", text: "SELECT FROM settlement_fold FOR UPDATE" });
const clear = statement({ name: "settlement-recount-clear", text: "DELETE FROM settlement_month" });
const fill = statement({
  name: "settlement-recount-fill",
  text: `INSERT INTO settlement_month (partner_id, merchant_id, asset, month, ${monthColumns.join(", ")})
    ${selectMonthSums("e.id <= (SELECT ledger_id FROM settlement_fold)")}`,
});

/**
 * Replaces all sums by month by those of the ledger entries that have been folded. Reads all of them, up to a minute per million payments;
 * the fold continues afterwards, and readers see the old sums until then.
 */
export async function recountSettlementMonths(): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.rows(lock, []);
    await tx.rows(clear, []);
    await tx.rows(fill, []);
  });
}
