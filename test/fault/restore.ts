import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { closeDatabase } from "#lib/db/close.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { resolveUnknown } from "#scripts/recover/recover-all.ts";
import { checkBooks, checkDatabase, checkFinality, checkOutcome, readAllFacts } from "./check.ts";
import { checkMoney, findEvents } from "./check-token.ts";
import { hideLogs } from "./hide-logs.ts";
import type { Installation } from "./installation.ts";
import { openShop, payOutLate, registerWallets } from "./merchants.ts";
import { makePlan } from "./plan.ts";
import { createRandom } from "./random.ts";
import { buy, fund, type Purchase, planPurchase, type Shop } from "./shop.ts";

export type RestoreOptions = {
  seed: number;
  /** The copy is less than a second older than the end, as a standby's that lost its last commits. */
  isFailover: boolean;
  settleWithinMs: number;
  say: (line: string) => void;
};

const before = { payments: 80, overMs: 24_000 };
const afterwards = { payments: 20, overMs: 8_000 };
const recoverEveryMs = 4_000;

/**
 * Pays, copies the database at a random moment, pays on, loses everything but the chains, and continues on the copy: after
 * `scripts/recover.ts` no merchant was paid twice, each collection on chain is known or reported, and new payments succeed.
 * @returns the violations.
 */
export async function runRestore(installation: Installation, options: RestoreOptions): Promise<string[]> {
  const { seed, say, settleWithinMs } = options;
  const times = drawTimes(options);
  await registerWallets(installation);
  const shop = await openShop();
  const plan = (size: typeof before, part: number, from: number) =>
    makePlan(seed * 2 + part, { ...size, faults: 0 }).payments.map((payment) =>
      planPurchase(installation, seed, { ...payment, index: from + payment.index }),
    );
  const [early, late] = [plan(before, 0, 0), plan(afterwards, 1, before.payments)];
  for (const purchase of [...early, ...late]) await fund(purchase);
  for (const { client } of installation.chains) await client.mine({ blocks: 8 });

  const calm = new AbortController();
  const hiding = hideLogs(installation, seed, calm.signal);
  await runUntilTheEnd(installation, shop, early, times, seed);
  const lastBlocks = await readHeads(installation);
  await pause(times.awayMs);
  await closeDatabase();
  await installation.restoreDatabase();
  for (const each of [...installation.webs, ...installation.workers]) each.resume();

  // Buyers and merchants don't wait for the recovery.
  const over = new AbortController();
  const selling = payOutLate(installation, shop, over.signal);
  const buying = Promise.allSettled(late.map((purchase) => buyAt(installation, shop, seed, purchase, over.signal)));
  const recovery = await recoverUntilComplete(installation, settleWithinMs);
  await Promise.race([buying, pause(afterwards.overMs + settleWithinMs)]);
  calm.abort();
  await hiding;
  const violations = await settle(installation, { early, late }, recovery, settleWithinMs);
  over.abort();
  await Promise.all([selling, buying]);
  const { copyAtMs, endAtMs, awayMs } = times;
  say(`copy ${(endAtMs - copyAtMs) / 1_000} s before the end, ${awayMs / 1_000} s away after block ${lastBlocks}`);
  say(summarize(await readOutcome(installation, early, recovery)));
  say(`${recovery.resolved.size} transactions needed a person`);
  if (violations.length > 0) say(`the recovery said:\n${recovery.output.trim()}`);
  return violations;
}

/** `lateAtMs`: the late merchant adds its destinations, and payouts begin. */
type Times = { lateAtMs: number; copyAtMs: number; endAtMs: number; awayMs: number };

function drawTimes({ seed, isFailover }: RestoreOptions): Times {
  const random = createRandom(seed, 3);
  const copyAtMs = random.int(5_000, 14_000);
  const lostMs = isFailover ? random.int(50, 1_000) : random.int(3_000, 10_000);
  const lateAtMs = copyAtMs + random.int(-3_000, Math.floor(lostMs / 2));
  return { lateAtMs, copyAtMs, endAtMs: copyAtMs + lostMs, awayMs: random.int(0, 8_000) };
}

/** Pays until the end, when all processes are killed and the buyers give up where they are. */
async function runUntilTheEnd(
  installation: Installation,
  shop: Shop,
  purchases: readonly Purchase[],
  { lateAtMs, copyAtMs, endAtMs }: Times,
  seed: number,
): Promise<void> {
  const startedAt = performance.now();
  const at = (ms: number) => pause(Math.max(0, startedAt + ms - performance.now()));
  const end = new AbortController();
  const buying = Promise.allSettled(purchases.map((purchase) => buyAt(installation, shop, seed, purchase, end.signal)));
  const selling = at(lateAtMs).then(() => payOutLate(installation, shop, end.signal));
  await at(copyAtMs);
  await installation.copyDatabase();
  await at(endAtMs);
  end.abort();
  await Promise.all([...installation.webs, ...installation.workers].map((each) => each.suspend()));
  await Promise.all([buying, selling]);
}

async function buyAt(
  installation: Installation,
  shop: Shop,
  seed: number,
  purchase: Purchase,
  until: AbortSignal,
): Promise<void> {
  await pause(purchase.plan.atMs, undefined, { signal: until });
  await buy(installation, shop, seed, purchase, until);
}

function readHeads({ chains }: Installation): Promise<bigint[]> {
  return Promise.all(chains.map(({ client }) => client.getBlockNumber()));
}

type Recovery = {
  /** Everything that `scripts/recover.ts` has printed so far, and what it printed last. */
  output: string;
  last: string;
  /** Whether it left nothing to do the last time. */
  isComplete: boolean;
  /** The transactions that a person had to look at. */
  resolved: Set<string>;
};

async function recover({ env }: Installation, recovery: Recovery): Promise<void> {
  const child = spawn(process.execPath, ["scripts/recover.ts"], {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "test", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const code = await new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  recovery.isComplete = code === 0;
  // The log's lines differ by their times.
  const output = said.replaceAll(/^\{.*\n/gm, "");
  if (output !== recovery.last) recovery.output += output;
  else await resolveAll(recovery);
  recovery.last = output;
}

/**
 * Resolves what needs a person once another run finds nothing new, as a person does who believes the recovery and knows nothing
 * else.
 */
async function resolveAll(recovery: Recovery): Promise<void> {
  const keys = [...recovery.last.matchAll(/^ {2}(\d+:0x[0-9a-f]{40}:\d+) /gim)].flatMap(([, key]) => key ?? []);
  for (const key of keys) {
    await resolveUnknown(key, "as the recovery describes it");
    recovery.resolved.add(key);
  }
}

async function recoverUntilComplete(installation: Installation, withinMs: number): Promise<Recovery> {
  const recovery: Recovery = { output: "", last: "", isComplete: false, resolved: new Set() };
  const until = performance.now() + withinMs;
  for (;;) {
    await recover(installation, recovery);
    if (recovery.isComplete || performance.now() > until) return recovery;
    await pause(recoverEveryMs);
  }
}

type Purchases = { early: readonly Purchase[]; late: readonly Purchase[] };

/** Checks until no violation is left, or until the timeout; recovers again meanwhile, as an operator does after an alarm. */
async function settle(
  installation: Installation,
  purchases: Purchases,
  recovery: Recovery,
  withinMs: number,
): Promise<string[]> {
  const until = performance.now() + withinMs;
  for (;;) {
    const violations = await withConnection(installation.databaseUrl, (database) =>
      findRestoreViolations(installation, purchases, recovery, database),
    );
    if (violations.length === 0 || performance.now() > until) return violations;
    await pause(recoverEveryMs);
    await recover(installation, recovery);
  }
}

async function findRestoreViolations(
  installation: Installation,
  { early, late }: Purchases,
  recovery: Recovery,
  database: pg.Client,
): Promise<string[]> {
  await readStatuses(early, database);
  const facts = await readAllFacts(installation);
  const { unknown, lost, uncollected } = await readOutcome(installation, early, recovery);
  const violations = [
    ...(recovery.isComplete ? [] : ["the recovery leaves work for a person"]),
    ...late.flatMap(checkOutcome),
    ...facts.flatMap((ofToken) => checkMoney(ofToken, [...early, ...late])),
    ...unknown.map(({ paymentId, status }) => `${paymentId} was collected, is ${status} and isn't reported`),
    ...lost
      .filter(({ isReported }) => !isReported)
      .map(({ purchase: { paymentId } }) => `${paymentId} was collected, is in no row and isn't reported`),
    ...uncollected.map(({ paymentId }) => `${paymentId} is succeeded and was not collected`),
    ...(await checkDatabase(database, [
      "payments are under way",
      "relay transactions are stuck",
      "payouts are open",
      "successes have no transfer of their own",
      "payments are settled without success",
    ])),
    ...(await checkFinality(installation, database)),
  ];
  return violations.length > 0 ? violations : checkBooks();
}

/** Reads the statuses of the restored database, null for payments that it lacks. */
async function readStatuses(purchases: readonly Purchase[], database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ id: string; status: string }>("SELECT id, status FROM payment");
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  for (const purchase of purchases) purchase.status = statuses.get(purchase.paymentId ?? "") ?? null;
}

type Outcome = {
  /** Collected, according to the chain. */
  collected: readonly Purchase[];
  /** Collected, with a row in the restored database that doesn't say so, and not named by the recovery. */
  unknown: readonly Purchase[];
  /** Collected, without a row in the restored database, and whether the recovery names them. */
  lost: readonly { purchase: Purchase; isReported: boolean }[];
  /** Succeeded, but the chain has no event. */
  uncollected: readonly Purchase[];
};

async function readOutcome(
  installation: Installation,
  purchases: readonly Purchase[],
  { output }: Recovery,
): Promise<Outcome> {
  const facts = await readAllFacts(installation);
  const said = output.toLowerCase();
  const withEvents = purchases.map((purchase) => {
    const events = facts.flatMap((ofToken) => findEvents(ofToken, purchase));
    const names = events.flatMap(({ commitment, transactionHash }) => [commitment, transactionHash]);
    const isReported = [purchase.paymentId ?? "", ...names].some((name) => name && said.includes(name.toLowerCase()));
    return { purchase, isCollected: events.length > 0, isReported };
  });
  const collected = withEvents.filter(({ isCollected }) => isCollected);
  const isUnknown = ({ purchase: { status }, isReported }: (typeof collected)[number]) =>
    status !== null && status !== "succeeded" && !isReported;
  return {
    collected: collected.map(({ purchase }) => purchase),
    unknown: collected.filter(isUnknown).map(({ purchase }) => purchase),
    lost: collected.filter(({ purchase }) => purchase.status === null),
    uncollected: withEvents
      .filter(({ purchase, isCollected }) => purchase.status === "succeeded" && !isCollected)
      .map(({ purchase }) => purchase),
  };
}

function summarize({ collected, unknown, lost }: Outcome): string {
  const succeeded = collected.filter(({ status }) => status === "succeeded").length;
  const reported = lost.filter(({ isReported }) => isReported).length;
  return (
    `collected before the end: ${collected.length}, of which ${succeeded} have succeeded, ${unknown.length} have not and ` +
    `aren't reported, ${lost.length} are in no row of the copy (${reported} of these are reported)`
  );
}
