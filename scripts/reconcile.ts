import { closeDatabase } from "#lib/db/close.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { describeReconciliation } from "#scripts/reconcile/describe-reconciliation.ts";

// `npm run reconcile` compares the books, the payments and the chains named by DATABASE_URL and RPC_URLS_<chain id>, and
// exits with 1 unless they agree. Writes nothing.
const result = await reconcile();
process.stdout.write(`${describeReconciliation(result)}\n`);
process.exitCode = result.differences.length === 0 ? 0 : 1;
await closeDatabase();
