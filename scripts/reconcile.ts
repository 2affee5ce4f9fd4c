import { parseArgs } from "node:util";
import { closeDatabase } from "#lib/db/close.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { describeReconciliation } from "#scripts/reconcile/describe-reconciliation.ts";
import { selectDemo } from "#scripts/reconcile/select-demo.ts";

const usage = `npm run reconcile             compares the books, the payments and the chains: what changed since the last run
npm run reconcile -- --full   reads everything again
npm run reconcile -- --json   prints the result as JSON, amounts in smallest units
DATABASE_URL and RPC_URLS_<chain id> name the database and the nodes; without DATABASE_URL, those of the demo that runs here.
Exits with 1 unless everything agrees.`;

// Corrects nothing; it books transfers that no payment explains as received or missing, and records how far it has checked.
try {
  process.exitCode = await run();
} finally {
  await closeDatabase();
}

async function run(): Promise<number> {
  const options = readOptions();
  if (options === null) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  if (process.env.DATABASE_URL === undefined && (await selectDemo())) {
    process.stderr.write("DATABASE_URL isn't set, so this compares the demo named by .till/demo.json.\n\n");
  }
  const result = await reconcile({ isFull: options.full });
  const inText = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  process.stdout.write(`${options.json ? JSON.stringify(result, inText, 2) : describeReconciliation(result)}\n`);
  return result.differences.length === 0 ? 0 : 1;
}

function readOptions(): { full: boolean; json: boolean } | null {
  try {
    const options = { full: { type: "boolean", default: false }, json: { type: "boolean", default: false } } as const;
    return parseArgs({ options }).values;
  } catch {
    return null;
  }
}
