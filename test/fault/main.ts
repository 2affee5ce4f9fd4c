import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { closeDatabase } from "#lib/db/close.ts";
import type { Receiver } from "#test/webhooks/receiver.ts";
import { checkBooks, checkRecords, findViolations } from "./check.ts";
import { describeOpenWork, explainFailures } from "./explain-failures.ts";
import { hideLogs } from "./hide-logs.ts";
import { attack, type HostileRun, openFreeShop } from "./hostile/attack.ts";
import { checkGas } from "./hostile/check-gas.ts";
import { describeAttacks } from "./hostile/describe-attacks.ts";
import { fundHostile, planHostilePurchase } from "./hostile/fund-hostile.ts";
import { addHostileBuyers, hostileSettings, isHostile } from "./hostile/plan-hostile.ts";
import { inflict } from "./inflict.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { openShop, payOutLate, registerWallets } from "./merchants.ts";
import { makePlan, type Plan } from "./plan.ts";
import { runRestore } from "./restore.ts";
import { buy, fund, type Purchase, planPurchase } from "./shop.ts";
import { checkWebhooks, receiveWebhooks } from "./webhooks.ts";

// Payments through real processes while everything breaks: `npm run test:fault`, `-- --short`, `-- --long`,
// `-- --seed N`. `-- --hostile` makes one buyer in five an attacker. `-- --restore --seeds N` and `--
// --failover --seeds N` replace the database by an older copy instead.
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    payments: { type: "string" },
    faults: { type: "string" },
    seconds: { type: "string" },
    timeout: { type: "string" },
    /** Fewer payments and faults, with a fixed seed: run on each push (docs/guards.md). */
    short: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    /** One payment in five is a hostile buyer's; the others and the faults stay those of the seed. */
    hostile: { type: "boolean", default: false },
    /** Replaces the database by an older copy instead of injecting faults; `--failover` by a copy of the last second. */
    restore: { type: "boolean", default: false },
    failover: { type: "boolean", default: false },
    /** So many runs of `--restore`, with consecutive seeds. */
    seeds: { type: "string", default: "1" },
    verbose: { type: "boolean", default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const seed = Number(values.seed ?? (values.short ? 246 : Math.floor(Math.random() * 2 ** 31)));
const seconds = Number(values.seconds ?? (values.short ? 30 : 110));
const hourMs = 3_600_000;
const size = values.long
  ? { payments: 9_000, faults: 3_000, overMs: hourMs }
  : {
      payments: Number(values.payments ?? (values.short ? 120 : 320)),
      faults: Number(values.faults ?? (values.short ? 50 : 110)),
      overMs: seconds * 1_000,
    };
/** `--timeout`, in seconds: the longest that anything may take once the faults are over. */
// A webhook whose worker was killed is due again after a minute, and the next one of its payment after that.
const usualTimeout = values.short ? 150 : 180;
// An invented approval is awaited for two minutes.
const settleWithinMs = Number(values.timeout ?? (values.hostile ? 240 : usualTimeout)) * 1_000;

const isRestore = values.restore || values.failover;
const isSeries = isRestore && Number(values.seeds) > 1;
const turns = new Map<string, Promise<void>>();
const onLine = (line: string) =>
  (values.verbose || line.includes('"level":5') || line.includes('"level":6')) && say(line);
process.exit(isSeries ? await runSeries() : await runOne());

/** Runs each seed in a process of its own. */
async function runSeries(): Promise<number> {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => seed + index);
  const failed: number[] = [];
  for (const each of seeds) {
    const args = process.argv.slice(2).filter((arg, index, all) => !isOf("--seed", arg, all[index - 1]));
    const own = [...args.filter((arg, index) => !isOf("--seeds", arg, args[index - 1])), "--seed", String(each)];
    const child = spawn(process.execPath, [import.meta.filename, ...own], { stdio: "inherit" });
    const [code] = await once(child, "exit");
    if (code !== 0) failed.push(each);
  }
  say(
    `\n${seeds.length} seeds from ${seed}: ${failed.length} failed${failed.length > 0 ? `: ${failed.join(", ")}` : ""}`,
  );
  return failed.length === 0 ? 0 : 1;
}

/** True for an option with its value. */
function isOf(option: string, arg: string, last: string | undefined): boolean {
  return arg === option || last === option || arg.startsWith(`${option}=`);
}

async function runOne(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-fault-"));
  const settings = values.hostile ? hostileSettings : {};
  const installation = await startInstallation({ folder, seed, settings, onLine });
  const plan = makePlan(seed, size);
  try {
    if (isRestore) return await restore(installation);
    return await run(installation, values.hostile ? addHostileBuyers(plan, seed) : plan);
  } finally {
    await closeDatabase();
    await installation.stop();
  }
}

async function restore(installation: Installation): Promise<number> {
  say(`seed ${seed}: the database is replaced by an older copy${values.failover ? " of the last second" : ""}`);
  const violations = await runRestore(installation, { seed, isFailover: values.failover, settleWithinMs, say });
  say(`${violations.length} violations with seed ${seed}`);
  for (const violation of violations.slice(0, 40)) say(`  ${violation}`);
  return violations.length === 0 ? 0 : 1;
}

async function run(installation: Installation, plan: Plan): Promise<number> {
  say(`seed ${seed}: ${size.payments} payments and ${size.faults} faults in ${size.overMs / 1_000} s`);
  await registerWallets(installation);
  const shop = await openShop();
  const receiver = await receiveWebhooks(shop);
  const purchases = plan.payments.map((payment) =>
    isHostile(payment) ? planHostilePurchase(installation, seed, payment) : planPurchase(installation, seed, payment),
  );
  for (const purchase of purchases) {
    await (isHostile(purchase.plan) ? fundHostile(installation, seed, purchase) : fund(purchase));
  }
  const hostile: HostileRun = { installation, shop, self: await openFreeShop(), purchases, findings: [] };
  // Deeper than any reorg of the run, so that no reorg takes the buyers' money back.
  for (const { client } of installation.chains) await client.mine({ blocks: 8 });
  // Opened before the first payment, the books have to explain every unit.
  const unopened = await checkBooks();
  if (unopened.length > 0) throw new Error(unopened.join("\n"));
  const startedAt = performance.now();
  const after = (ms: number) => pause(Math.max(0, startedAt + ms - performance.now()));
  const counts = new Map<string, number>();
  const calm = new AbortController();
  const hiding = hideLogs(installation, seed, calm.signal);
  const breaking = Promise.all(
    plan.faults.map(async (fault) => {
      await after(fault.atMs);
      const name = fault.kind === "node" ? `node ${fault.fault}` : fault.kind;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await inTurn(fault.kind, () => inflict(installation, fault));
    }),
  );
  const buying = Promise.all(
    purchases.map(async (purchase) => {
      await after(purchase.plan.atMs);
      await (isHostile(purchase.plan) ? attack(hostile, seed, purchase) : buy(installation, shop, seed, purchase));
    }),
  );
  const over = new AbortController();
  const payingOut = after(size.overMs / 2).then(() => payOutLate(installation, shop, over.signal));
  // Awaited below; until then a rejection must not end this process before it has stopped the others.
  buying.catch(() => undefined);
  await breaking;
  calm.abort();
  await hiding;
  const calmAt = performance.now();
  const paid = await Promise.race([buying, pause(size.overMs + settleWithinMs - (calmAt - startedAt))]);
  if (!paid) {
    over.abort();
    return fail(
      [
        "payments have not ended: a buyer waits forever",
        ...purchases
          .filter(({ status }) => status === null)
          .map(({ paymentId, plan }) => `${paymentId} (${plan.behaviour}, ${plan.by}) has not ended`),
        ...hostile.findings,
        ...(await look(installation, (database) => checkRecords(installation, database))),
      ],
      counts,
    );
  }
  const violations = [...(await awaitNoViolations(installation, purchases, receiver)), ...hostile.findings];
  over.abort();
  await payingOut;
  report(installation, counts, purchases);
  say(
    `webhooks: ${receiver.received.length} received, ${new Set(receiver.received.map(({ id }) => id)).size} different`,
  );
  await receiver.stop();
  if (values.hostile) {
    const lines = await look(installation, (database) => describeAttacks(purchases, database));
    for (const line of lines) say(line);
  }
  if (violations.length === 0) return 0;
  for (const line of await look(installation, (database) => explainFailures(purchases, database))) say(line);
  for (const line of await look(installation, describeOpenWork)) say(line);
  return fail(violations, counts);
}

/** Serialises faults of one kind: two restarts of one Postgres, or two reorgs, must not overlap. */
function inTurn(kind: string, work: () => Promise<void>): Promise<void> {
  if (kind === "node") return work();
  const turn = (turns.get(kind) ?? Promise.resolve()).then(work);
  turns.set(
    kind,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Checks until no violation is left, because payouts follow their payments, or until the timeout. */
async function awaitNoViolations(
  installation: Installation,
  purchases: readonly Purchase[],
  receiver: Receiver,
): Promise<string[]> {
  const until = performance.now() + settleWithinMs;
  for (;;) {
    const violations = await look(installation, async (database) => {
      const found = [
        ...(await findViolations(installation, purchases, database)),
        ...(await checkWebhooks(receiver, database)),
      ];
      return values.hostile ? [...found, ...(await checkGas(installation, purchases, database))] : found;
    });
    if (violations.length === 0 || performance.now() > until) return violations;
    await pause(1_000);
  }
}

async function look(installation: Installation, at: (database: pg.Client) => Promise<string[]>): Promise<string[]> {
  const database = new pg.Client({ connectionString: installation.databaseUrl });
  await database.connect();
  try {
    return await at(database);
  } finally {
    await database.end();
  }
}

function report(installation: Installation, counts: ReadonlyMap<string, number>, purchases: readonly Purchase[]): void {
  const by = (key: (purchase: Purchase) => string) => Object.entries(Object.groupBy(purchases, key));
  const count = ([name, list]: [string, Purchase[] | undefined]) => `${list?.length ?? 0} ${name}`;
  say(
    `payments: ${by(({ status }) => String(status))
      .map(count)
      .join(", ")}`,
  );
  say(
    `buyers:   ${by(({ plan }) => plan.behaviour)
      .map(count)
      .join(", ")}`,
  );
  say(
    `merchants: ${by(({ plan }) => plan.merchant)
      .map(count)
      .join(", ")}`,
  );
  say(`faults:   ${[...counts].map(([name, times]) => `${times} ${name}`).join(", ")}`);
  const met = installation.chains.map(({ chainId, node }) => `${chainId} ${JSON.stringify(node.met)}`);
  say(`calls that met a fault of a node: ${met.join(" ")}`);
  say(`ends of processes: ${[...installation.webs, ...installation.workers].map(({ ends }) => ends()).join(", ")}`);
}

function fail(violations: readonly string[], counts: ReadonlyMap<string, number>): number {
  say(`\n${violations.length} violations after ${[...counts.values()].reduce((sum, each) => sum + each, 0)} faults:`);
  for (const violation of violations.slice(0, 40)) say(`  ${violation}`);
  say(
    `Replay with: npm run test:fault -- ${values.short ? "--short " : ""}${values.hostile ? "--hostile " : ""}--seed ${seed}`,
  );
  return 1;
}
