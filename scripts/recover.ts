import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { actAs } from "#lib/core/actor.ts";
import { database } from "#lib/db/pool.ts";
import { relayRegistry } from "#lib/domain/payments/recovery/relay-registry.ts";
import { listRemovedPayments } from "#lib/domain/payments/recovery/removed-repository.ts";
import { requireSettings } from "#scripts/process/require-settings.ts";
import { runCommand, UsageError } from "#scripts/process/run-command.ts";
import {
  describeRecovery,
  describeRemoved,
  dismissLost,
  isComplete,
  isLiveRemoval,
  recordPaid,
  recoverAll,
  replayDeposits,
  resolveUnknown,
  settle,
} from "#scripts/recover/recover-all.ts";

const usage = `npm run recover                                             after a restore or failover, with the workers stopped or running:
                                                            replays DEPOSIT_JOURNAL, compares the chains with the database,
                                                            records payments that only the chain knows, and lists what needs
                                                            a person
npm run recover -- --resolve <chain>:<wallet>:<nonce> --note "what it was"
                                                            says what an unknown transaction was. With --refund <payment>,
                                                            it was the refund of that payment from the treasury
npm run recover -- --paid <chain>:<transaction>             after the alarm payment_lost: records what the transaction paid, if
                                                            every node of the chain shows it in a final block
npm run recover -- --unpaid <payment or refund> --note "…"  after the alarm payment_lost: ends it, if the chain doesn't show
                                                            the transaction after all
npm run recover -- --settled <payment, refund or movement> --note "how"
                                                            after the alarm payment_removed: ends it, and corrects the books by
                                                            what a reorg removed for good
DATABASE_URL and RPC_URLS_<chain id> name the database and the nodes. Exits with 1 while something on
a live chain needs a person; a testnet's findings are only listed.`;

const text = { type: "string" } as const;
const actor = { kind: "operator", id: null, name: `npm run recover (${userInfo().username})` } as const;
await runCommand(usage, () => actAs(actor, run));

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { resolve: text, note: text, refund: text, paid: text, unpaid: text, settled: text },
  });
  const orders = [values.resolve, values.paid, values.unpaid, values.settled].filter((order) => order !== undefined);
  const takesNote = [values.resolve, values.unpaid, values.settled].some((order) => order !== undefined);
  if (
    positionals.length > 0 ||
    orders.length > 1 ||
    takesNote !== (values.note !== undefined) ||
    (values.refund !== undefined && values.resolve === undefined)
  ) {
    throw new UsageError();
  }
  requireSettings();
  if (values.paid !== undefined) {
    process.stdout.write(`${await recordPaid(values.paid)}\n`);
    return 0;
  }
  if (values.unpaid !== undefined) {
    await dismissLost(values.unpaid, values.note ?? "");
    process.stdout.write(`the alarm payment_lost of ${values.unpaid} ends; nothing else was changed\n`);
    return 0;
  }
  if (values.settled !== undefined) {
    await settle(values.settled, values.note ?? "");
    process.stdout.write(`the alarm payment_removed of ${values.settled} ends, and the books are corrected\n`);
    return 0;
  }
  if (values.resolve !== undefined) await resolveUnknown(values.resolve, values.note ?? "", values.refund);
  await replayDeposits();
  const found = await recoverAll(relayRegistry);
  const removed = await listRemovedPayments(database, null, 1_000);
  process.stdout.write(`${[describeRecovery(found), ...removed.map(describeRemoved)].join("\n")}\n`);
  return !removed.some(isLiveRemoval) && found.every(isComplete) ? 0 : 1;
}
