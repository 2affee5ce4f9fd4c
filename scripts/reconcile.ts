import { closeDatabase } from "#lib/db/close.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { describeReconciliation } from "#scripts/reconcile/describe-reconciliation.ts";
import { selectDemo } from "#scripts/reconcile/select-demo.ts";

// `npm run reconcile` compares the books, the payments and the chains named by DATABASE_URL and RPC_URLS_<chain id>, and
// exits with 1 unless they agree. Without DATABASE_URL, those of the demo that runs here. Writes nothing.
if (process.env.DATABASE_URL === undefined && (await selectDemo())) {
  process.stderr.write("DATABASE_URL isn't set, so this compares the demo named by .till/demo.json.\n\n");
}
const result = await reconcile();
process.stdout.write(`${describeReconciliation(result)}\n`);
process.exitCode = result.differences.length === 0 ? 0 : 1;
await closeDatabase();
