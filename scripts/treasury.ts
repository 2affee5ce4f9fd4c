import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { actAs } from "#lib/core/actor.ts";
import { isId } from "#lib/core/ids.ts";
import { formatAtomic } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import { correctBooks, requireAccounts } from "#lib/domain/payments/ledger/corrections/correct-books.ts";
import { listMovements } from "#lib/domain/payments/ledger/movements/repository.ts";
import {
  formatAmount,
  type MovementRequest,
  planMovement,
  requestMovement,
} from "#lib/domain/payments/ledger/movements/request-movement.ts";
import { listOperatorDecisions, type OperatorDecision } from "#lib/domain/payments/ledger/repository.ts";
import { type Finding, listOpenTransfers } from "#lib/domain/payments/ledger/transfers/repository.ts";
import { resolveOpenTransfer } from "#lib/domain/payments/ledger/transfers/resolve-transfer.ts";
import { acceptPayoutGas, getWaitingPayout } from "#lib/domain/payments/payouts/accept-payout-gas.ts";
import {
  type OwnerPayment,
  planOwnerPayment,
  recordOwnerPayment,
} from "#lib/domain/payments/payouts/owner/record-owner-transfer.ts";
import { requireSettings } from "#scripts/process/require-settings.ts";
import { refuseUnused, runCommand, UsageError } from "#scripts/process/run-command.ts";
import {
  describeMovements,
  describeOwnerPayment,
  describePlan,
  maxListed,
} from "#scripts/treasury/describe-movements.ts";
import { describeOpenTransfers } from "#scripts/treasury/describe-open-transfers.ts";
import { readCorrection, readMovement, readOwnerPayment, readReturn } from "#scripts/treasury/read-request.ts";

const usage = `npm run treasury -- list                                     transfers that no payment explains, which wait for you
npm run treasury -- resolve <transfer> --as payment --payment <pay_…> --note "…"
                                                             tokens that arrived are owed to the buyer of a payment
npm run treasury -- resolve <transfer> --as kept --note "…"  they are yours
npm run treasury -- resolve <transfer> --as withdrawal --note "…"
                                                             you moved the tokens that left, outside of Till
npm run treasury -- resolve <transfer> --as loss --note "…"  they are lost
npm run treasury -- sweep --chain <id> --token <symbol|native> --to <address> --reason "…"
                                                             moves what is free out of a relayer wallet to your cold storage;
                                                             --amount moves less, --wallet names one of several wallets
npm run treasury -- withdraw --chain <id> --token <symbol|native> --amount <decimal> --to <address> --reason "…"
                                                             moves an amount to anyone else
npm run treasury -- return <transfer> --reason "…"           sends tokens that arrived without a payment back to their sender
npm run treasury -- paid <pay_…|mrch_…> --tx <hash>          records that the owner of a treasury outside of Till has paid held
                                                             money by one transfer: of one or more payments, or all of a
                                                             merchant's in one token
npm run treasury -- pay-out <pay_…>                          sends a payout that waits for a lower network fee, at the one shown
npm run treasury -- correct --chain <id> --token <symbol|native> --amount <decimal> --debit <account> --credit <account> --reason "…"
                                                             corrects the books; moves nothing on chain
npm run treasury -- movements                                the movements and their states
npm run treasury -- history                                  who decided what, and why: findings, orders and corrections
sweep, withdraw, return, paid, pay-out and correct only show what they would do, unless you add --yes. --json prints results as JSON, amounts in
smallest units. DATABASE_URL and RPC_URLS_<chain id> name the database and the nodes. What is booked can't be changed.`;

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const optionTypes = {
  as: text,
  note: text,
  payment: text,
  chain: text,
  wallet: text,
  token: text,
  amount: text,
  to: text,
  reason: text,
  tx: text,
  debit: text,
  credit: text,
  yes: flag,
  json: flag,
};

const readArguments = () => parseArgs({ allowPositionals: true, options: optionTypes });

const movement = ["yes", "chain", "wallet", "token", "amount", "to", "reason"] as const;
/** The options of each command, besides --json, and how many subjects it takes. */
const commands: Readonly<Record<string, { subjects: number; uses: readonly (keyof typeof optionTypes)[] }>> = {
  list: { subjects: 0, uses: [] },
  movements: { subjects: 0, uses: [] },
  history: { subjects: 0, uses: [] },
  resolve: { subjects: 1, uses: ["as", "note", "payment"] },
  sweep: { subjects: 0, uses: movement },
  withdraw: { subjects: 0, uses: movement },
  return: { subjects: 1, uses: ["yes", "reason"] },
  paid: { subjects: Number.POSITIVE_INFINITY, uses: ["yes", "tx", "chain", "reason"] },
  "pay-out": { subjects: 1, uses: ["yes"] },
  correct: { subjects: 0, uses: ["yes", "chain", "token", "amount", "debit", "credit", "reason"] },
};

type Options = ReturnType<typeof readArguments>["values"];

await runCommand(usage, async () => {
  const { values, positionals } = readArguments();
  const [command, ...subjects] = positionals;
  if (command === undefined) throw new UsageError();
  const known = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (known === undefined) throw new UsageError(`Unknown command: ${command}.\n${usage}`);
  const more = subjects.slice(known.subjects);
  if (more.length > 0) throw new UsageError(`${command} takes no ${more.join(" ")}; nothing was changed.`);
  refuseUnused(command, values, ["json", ...known.uses]);
  requireSettings();
  const actor = { kind: "operator", id: null, name: `npm run treasury (${userInfo().username})` } as const;
  return actAs(actor, () => run(positionals, values));
});

async function run([command, ...subjects]: readonly string[], options: Options): Promise<number> {
  if (command === "paid") return recordPaid(readOwnerPayment(subjects, options), options);
  const [id] = subjects;
  switch (command) {
    case "list":
      return print(options, await listTransfers(), describeOpenTransfers);
    case "movements":
      return print(options, await listMovements(database, maxListed), describeMovements);
    case "history": {
      const decisions = await listOperatorDecisions(database, maxListed);
      return print(options, decisions, () => describeDecisions(decisions));
    }
    case "resolve":
      return resolve(id, options);
    case "sweep":
      return move(await readMovement("sweep", options), options);
    case "withdraw":
      return move(await readMovement("withdrawal", options), options);
    case "pay-out":
      return payOut(id, options);
    case "return":
      return move(readReturn(id, options), options);
    default:
      return correct(options);
  }
}

async function listTransfers() {
  const left = await listOpenTransfers(database, "out", maxListed);
  return { missing: left, received: await listOpenTransfers(database, "in", maxListed) };
}

async function print({ json }: Options, result: unknown, toText: () => string | Promise<string>): Promise<number> {
  const inText = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  process.stdout.write(`${json ? JSON.stringify(result, inText, 2) : await toText()}\n`);
  return 0;
}

async function move(request: MovementRequest, options: Options): Promise<number> {
  if (!options.yes) {
    const plan = await planMovement(request);
    return print(options, plan, () => `${describePlan(plan)}\nNothing is done yet. Add --yes to do it.`);
  }
  const ordered = await requestMovement(request);
  return print(
    options,
    ordered,
    () => `${describePlan(ordered)}\nOrdered: ${ordered.id}. See npm run treasury -- movements.`,
  );
}

async function payOut(id: string | undefined, options: Options): Promise<number> {
  if (id === undefined) throw new UsageError("Name the payment whose payout waits.");
  const { payout, cost } = await getWaitingPayout(null, id);
  if (cost === null) throw new Error("No node tells the price of gas at the moment. Try again later.");
  const { paymentId, asset, amount } = payout;
  const what = `payout of ${paymentId}: ${formatAmount(asset, amount)}, for at most $${formatAtomic(cost, 6)} of gas`;
  if (options.yes) await acceptPayoutGas(null, paymentId, cost);
  const end = options.yes ? "It is sent next." : "Nothing is done yet. Add --yes to send it.";
  return print(options, { paymentId, asset, amount, costMicroUsd: cost }, () => `${what}\n${end}`);
}

async function recordPaid(payment: OwnerPayment, options: Options): Promise<number> {
  if (!options.yes) {
    const plan = await planOwnerPayment(payment);
    return print(
      options,
      plan,
      () => `${describeOwnerPayment(plan)}\nNothing is recorded yet. Add --yes to record it.`,
    );
  }
  const plan = await recordOwnerPayment(payment);
  return print(options, plan, () => `${describeOwnerPayment(plan)}\nRecorded.`);
}

async function correct(options: Options): Promise<number> {
  const request = readCorrection(options);
  await requireAccounts(database, request).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  const { asset, amount, debit, credit, reason } = request;
  const what = `correction: ${formatAmount(asset, amount)} added to ${debit}, subtracted from ${credit} (${reason})`;
  if (!options.yes) {
    return print(options, request, () => `${what}\nNothing is booked yet. Add --yes to book it.`);
  }
  const entry = await correctBooks(request);
  return print(options, { ...request, entry }, () => `${what}\nBooked as entry ${entry}.`);
}

async function resolve(id: string | undefined, options: Options): Promise<number> {
  const finding = readFinding(options);
  if (id === undefined || !/^\d{1,18}$/.test(id) || finding === null) {
    throw new UsageError("resolve takes the number of a transfer, --as payment, kept, withdrawal or loss, and --note.");
  }
  await resolveOpenTransfer(BigInt(id), finding, options.note ?? "");
  process.stdout.write(`Transfer ${id} is booked as ${finding.kind}.\n`);
  return 0;
}

function readFinding({ as: kind, payment = "" }: Options): Finding | null {
  if (kind !== "payment" && payment !== "")
    throw new UsageError("--payment only goes with --as payment; nothing was changed.");
  if (kind === "payment") return isId("pay", payment) ? { kind, paymentId: payment } : null;
  return kind === "kept" || kind === "withdrawal" || kind === "loss" ? { kind } : null;
}

/**
 * Describes decisions for a terminal. Control characters in a reason are replaced, because it may be pasted
 * text.
 */
function describeDecisions(decisions: readonly OperatorDecision[]): string {
  if (decisions.length === 0) return "No decision yet.";
  return decisions.map(describe).join("\n");
}

function describe({ at, actorName, action, subjectId, reason, facts }: OperatorDecision): string {
  const details = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
  const line = `${at.toISOString()}  ${action} ${subjectId} by ${actorName}: ${reason} (${details.join(", ")})`;
  return line.replaceAll(/\p{Cc}/gu, " ");
}
