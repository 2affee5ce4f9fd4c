import { closeDatabase } from "#lib/db/close.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { describeReconciliation } from "#scripts/reconcile/describe-reconciliation.ts";

// Do books, payments and chains agree? `npm run reconcile`: exit code 1 unless they do. DATABASE_URL and RPC_URLS_<chain id>
// say where; nothing is written anywhere.
const result = await reconcile();
process.stdout.write(`${describeReconciliation(result)}\n`);
process.exitCode = result.differences.length === 0 ? 0 : 1;
await closeDatabase();
