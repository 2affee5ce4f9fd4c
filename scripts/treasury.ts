import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { actAs } from "#lib/core/actor.ts";
import { isId } from "#lib/core/ids.ts";
import { closeDatabase } from "#lib/db/close.ts";
import type { Finding } from "#lib/domain/payments/ledger/transfers/repository.ts";
import { resolveOpenTransfer } from "#lib/domain/payments/ledger/transfers/resolve-transfer.ts";
import { requireEnv } from "#lib/env/env.ts";
import { describeOpenTransfers } from "#scripts/treasury/describe-open-transfers.ts";

const usage = `npm run treasury -- list                                     transfers that no payment explains, which wait for you
npm run treasury -- resolve <transfer> --as payment --payment <pay_…> --note "…"
                                                             tokens that arrived are owed to the buyer of a payment
npm run treasury -- resolve <transfer> --as kept --note "…"  they are yours
npm run treasury -- resolve <transfer> --as withdrawal --note "…"
                                                             you moved the tokens that left, outside of Till
npm run treasury -- resolve <transfer> --as loss --note "…"  they are lost
DATABASE_URL names the database. A finding is final, and is booked with your note.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { as: { type: "string" }, note: { type: "string" }, payment: { type: "string" } },
});

try {
  requireEnv();
  process.exitCode = await actAs(
    { kind: "operator", id: null, name: `npm run treasury (${userInfo().username})` },
    run,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}

async function run(): Promise<number> {
  const [command, id = ""] = positionals;
  if (command === "list") {
    process.stdout.write(`${await describeOpenTransfers()}\n`);
    return 0;
  }
  const finding = readFinding();
  if (command !== "resolve" || !/^\d+$/.test(id) || finding === null) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  await resolveOpenTransfer(BigInt(id), finding, values.note ?? "");
  process.stdout.write(`Transfer ${id} is booked as ${finding.kind}.\n`);
  return 0;
}

function readFinding(): Finding | null {
  const { as: kind, payment = "" } = values;
  if (kind === "payment") return isId("pay", payment) ? { kind, paymentId: payment } : null;
  return kind === "kept" || kind === "withdrawal" || kind === "loss" ? { kind } : null;
}
