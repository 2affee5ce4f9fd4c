import { parseArgs } from "node:util";
import { isOnTestnet } from "#lib/domain/payments/ledger/difference.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { recountSettlementMonths } from "#lib/domain/payments/settlements/fold-months.ts";
import { readDemoFile } from "#scripts/demo/demo-file.ts";
import { requireSettings } from "#scripts/process/require-settings.ts";
import { runCommand } from "#scripts/process/run-command.ts";
import { describeReconciliation } from "#scripts/reconcile/describe-reconciliation.ts";

const usage = `npm run reconcile             compares the books, the payments and the chains: what changed since the last run
npm run reconcile -- --full   reads everything again
npm run reconcile -- --json   prints the result as JSON, amounts in smallest units
npm run reconcile -- --recount   first replaces the sums of balances and statements by those of the ledger, then reads everything again
DATABASE_URL and RPC_URLS_<chain id> name the database and the nodes; without DATABASE_URL, those of the demo that runs here.
Exits with 1 unless everything agrees, testnets aside.`;

// Corrects nothing but sums that are recounted; it books transfers that no payment explains as received or
// missing, and records how far it has checked.
await runCommand(usage, async () => {
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({ options: { full: flag, json: flag, recount: flag } });
  if (process.env.DATABASE_URL === undefined && (await selectDemo())) {
    process.stderr.write("DATABASE_URL isn't set, so this compares the demo named by .till/demo.json.\n\n");
  }
  requireSettings();
  if (values.recount) await recountSettlementMonths();
  const result = await reconcile({ isFull: values.full || values.recount });
  const inText = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  process.stdout.write(`${values.json ? JSON.stringify(result, inText, 2) : describeReconciliation(result)}\n`);
  return result.differences.every(isOnTestnet) ? 0 : 1;
});

/** Points this process's environment at the demo of this machine. @returns false when none has run here. */
async function selectDemo(): Promise<boolean> {
  const demo = await readDemoFile();
  if (demo === null) return false;
  const nodes = demo.chains.map(({ chainId, rpcUrl }) => [`RPC_URLS_${chainId}`, rpcUrl]);
  const where = { DATABASE_URL: demo.databaseUrl, PUBLIC_URL: demo.baseUrl };
  Object.assign(process.env, where, Object.fromEntries(nodes));
  return true;
}
