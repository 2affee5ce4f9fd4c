import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { registerWallet } from "#lib/chain/relay/wallets/wallets.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { checkRecords, findViolations } from "./check.ts";
import { inflict } from "./inflict.ts";
import { startInstallation } from "./installation.ts";
import { openShop, payOutLate } from "./merchants.ts";
import { makePlan, type Plan } from "./plan.ts";
import { buy, fund, type Purchase, planPurchase } from "./shop.ts";

// Payments through real processes while everything breaks: `npm run test:fault`, `-- --short`, `-- --long`, `-- --seed N`.
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
const settleWithinMs = Number(values.timeout ?? (values.short ? 75 : 120)) * 1_000;

say(`seed ${seed}: ${size.payments} payments and ${size.faults} faults in ${size.overMs / 1_000} s`);
const turns = new Map<string, Promise<void>>();
const folder = await mkdtemp(path.join(tmpdir(), "till-fault-"));
const onLine = (line: string) =>
  (values.verbose || line.includes('"level":5') || line.includes('"level":6')) && say(line);
const installation = await startInstallation({ folder, seed, onLine });
let exitCode = 1;
try {
  exitCode = await run(makePlan(seed, size));
} finally {
  await closeDatabase();
  await installation.stop();
}
process.exit(exitCode);

async function run(plan: Plan): Promise<number> {
  await registerWallets();
  const shop = await openShop();
  const purchases = plan.payments.map((payment) => planPurchase(installation, seed, payment));
  for (const purchase of purchases) await fund(purchase);
  // Deeper than any reorg of the run, so that no reorg takes the buyers' money back.
  for (const { client } of installation.chains) await client.mine({ blocks: 8 });
  const startedAt = performance.now();
  const after = (ms: number) => pause(Math.max(0, startedAt + ms - performance.now()));
  const counts = new Map<string, number>();
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
      await buy(installation, shop, seed, purchase);
    }),
  );
  const over = new AbortController();
  const payingOut = after(size.overMs / 2).then(() => payOutLate(installation, shop, over.signal));
  // Awaited below; until then a rejection must not end this process before it has stopped the others.
  buying.catch(() => undefined);
  await breaking;
  const calmAt = performance.now();
  const paid = await Promise.race([buying, pause(size.overMs + settleWithinMs - (calmAt - startedAt))]);
  if (!paid) {
    over.abort();
    return fail(
      [
        "payments have not ended: a buyer waits forever",
        ...(await look((database) => checkRecords(installation, database))),
      ],
      counts,
    );
  }
  const violations = await awaitNoViolations(purchases);
  over.abort();
  await payingOut;
  report(counts, purchases);
  return violations.length === 0 ? 0 : fail(violations, counts);
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
async function awaitNoViolations(purchases: readonly Purchase[]): Promise<string[]> {
  const until = performance.now() + settleWithinMs;
  for (;;) {
    const violations = await look((database) => findViolations(installation, purchases, database));
    if (violations.length === 0 || performance.now() > until) return violations;
    await pause(1_000);
  }
}

async function look(at: (database: pg.Client) => Promise<string[]>): Promise<string[]> {
  const database = new pg.Client({ connectionString: installation.databaseUrl });
  await database.connect();
  try {
    return await at(database);
  } finally {
    await database.end();
  }
}

async function registerWallets(): Promise<void> {
  Object.assign(process.env, installation.env);
  const { relayer } = devAccounts();
  for (const { chainId } of installation.chains) await registerWallet({ chainId, wallet: relayer.address });
}

function report(counts: ReadonlyMap<string, number>, purchases: readonly Purchase[]): void {
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
  say(`Replay with: npm run test:fault -- ${values.short ? "--short " : ""}--seed ${seed}`);
  return 1;
}
