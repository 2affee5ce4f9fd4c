import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { closeDatabase } from "#lib/db/close.ts";
import { type Product, startProduct } from "#scripts/stack/start-product.ts";
import { createRandom } from "#test/fault/random.ts";
import { oidcClient, startOidc } from "#test/oidc/start-oidc.ts";
import { createFuzzPartner } from "./fuzz-partner.ts";
import { sendHostileValues } from "./hostile-values.ts";
import { measureGrowth } from "./measure-growth.ts";
import { childrenOf, isSerious, openConnections, residentMemory } from "./observe.ts";
import { createFuzz } from "./run-fuzz.ts";
import { closeKept } from "./send.ts";

// Seeded requests of every kind to a production server: `npm run test:fuzz`, `-- --requests N`, `-- --seed N`, `-- --minutes N`
// to end earlier than that.
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    requests: { type: "string", default: "50000" },
    /** Few requests with a fixed seed, too few to compare memory: run by `npm test`. */
    short: { type: "boolean", default: false },
    minutes: { type: "string", default: "600" },
    concurrency: { type: "string", default: "24" },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const seed = Number(values.seed ?? (values.short ? 20261123 : Math.floor(Math.random() * 2 ** 31)));
const requests = values.short ? 2_000 : Number(values.requests);
/** Memory is compared with that after so many requests, when everything has been loaded and compiled. */
const warmUp = values.short ? 0 : Math.min(50_000, Math.floor(requests / 5));
const allowedGrowth = 1.2;
const progressMs = 30_000;
const settleWithinMs = 90_000;
const maxShown = 100;

// Every limit is counted and none is reached, so that requests meet more than refusals.
for (const name of ["PER_KEY", "PER_APP", "PER_ADDRESS", "PAGES_PER_ADDRESS", "PER_MEMBER"]) {
  process.env[`RATE_LIMIT_${name}`] = "1000000000";
}
// The first interrupt ends the requests, and what they have shown is printed.
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());
const preferredPort = 4400;
// A provider of sign-ins, whose routes exist only then.
const oidc = await startOidc(`http://127.0.0.1:${preferredPort}/api/auth/callback/oidc`);
process.env.AUTH_OIDC_ISSUER = oidc.issuer;
process.env.AUTH_OIDC_ID = oidcClient.id;
process.env.AUTH_OIDC_SECRET = oidcClient.secret;
const folder = await mkdtemp(path.join(tmpdir(), "till-fuzz-"));
const serious: string[] = [];
const product = await startProduct({
  folder,
  dev: false,
  port: preferredPort,
  hostname: "127.0.0.1",
  durability: "off",
  pastPayments: 100,
  knownApiKey: null,
  onStep: say,
  onLine(line, from) {
    if (from !== "server" || !isSerious(line)) return;
    serious.push(line);
    if (serious.length <= maxShown) say(`- in the server's log: ${line}`);
  },
});
try {
  process.exitCode = (await fuzz(product)) === 0 ? 0 : 1;
} finally {
  await closeDatabase();
  await product.stop();
  await oidc.stop();
  await rm(folder, { recursive: true, force: true });
}

async function fuzz({ file: { baseUrl }, serverPid }: Product): Promise<number> {
  say(`seed ${seed}: ${requests} requests to ${baseUrl}`);
  const random = createRandom(seed, 0);
  const partners = [await createFuzzPartner(baseUrl, random), await createFuzzPartner(baseUrl, random)];
  const port = Number(new URL(baseUrl).port);
  const [pagesPid = 0] = await childrenOf(serverPid, "pages.ts");
  const memory = async () => [await residentMemory(serverPid), await residentMemory(pagesPid)] as const;
  const shownMemory = async () => (await memory()).map((each) => `${each.toFixed(0)} MiB`).join(" and ");
  let startedAt = performance.now();
  let shownAt = startedAt;
  const progress = async (sent: number) => {
    const seconds = (performance.now() - startedAt) / 1_000;
    say(
      `${sent} requests, ${(sent / seconds).toFixed(0)} a second, memory ${await shownMemory()}, ${serious.length} lines in the log`,
    );
  };
  const run = createFuzz({
    baseUrl,
    seed,
    partners,
    concurrency: Number(values.concurrency),
    variants: values.short ? 6 : 200,
    onFault: (fault) => say(`- ${fault}`),
  });
  const hostile = await sendHostileValues(baseUrl);
  say(`${hostile.sent} requests with hostile values`);
  const [owner] = partners;
  const every = values.short ? 40 : 1;
  const pids = [serverPid, pagesPid];
  const growth = owner === undefined ? null : await measureGrowth({ baseUrl, partner: owner, random, pids, every });
  say(
    growth === null ? "processor time isn't measured on this system" : `${growth.pairs} kinds of small things measured`,
  );
  const early = [...hostile.faults, ...(growth?.faults ?? [])];
  for (const fault of early) say(`- ${fault}`);
  const first = await run(warmUp);
  const beforeEach = (sent: number) => {
    if (performance.now() - shownAt < progressMs) return;
    shownAt = performance.now();
    return progress(sent);
  };
  if (!values.short) await pause(5_000);
  startedAt = performance.now();
  const warm = await memory();
  say(`warmed up with ${warmUp} requests: ${await shownMemory()}`);
  const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(Number(values.minutes) * 60_000)]);
  const { faults, counts, sent } = await run(requests, { signal, beforeEach });
  await progress(sent);
  const memoryFaults = await untilSettled(async () => {
    const now = await memory();
    const open = await openConnections(port);
    return [
      ...now.flatMap((each, index) => {
        const before = warm[index] ?? 0;
        const name = index === 0 ? "web" : "pages'";
        return !values.short && each > before * allowedGrowth
          ? [`the ${name} process has ${each.toFixed(0)} MiB after ${before.toFixed(0)} MiB`]
          : [];
      }),
      ...(open === null || open === 0 ? [] : [`${open} connections are still open`]),
    ];
  });
  say(
    `memory ${await shownMemory()}, open connections: ${(await openConnections(port)) ?? "not counted on this system"}`,
  );
  closeKept();
  for (const [name, times] of [...counts].sort()) say(`  ${String(times).padStart(8)} ${name}`);
  for (const fault of memoryFaults) say(`- ${fault}`);
  const found = [...early, ...first.faults, ...faults, ...memoryFaults, ...serious];
  say(`${found.length} faults with seed ${seed}`);
  if (found.length > 0) say(`Replay with: npm run test:fuzz -- --seed ${seed} --requests ${requests}`);
  return found.length;
}

/** Checks until nothing is found, or for the time that a process needs to free memory. */
async function untilSettled(check: () => Promise<string[]>): Promise<string[]> {
  const until = performance.now() + settleWithinMs;
  for (;;) {
    const found = await check();
    if (found.length === 0 || performance.now() > until) return found;
    await pause(1_000);
  }
}
