import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { newId } from "#lib/core/ids.ts";
import { presets } from "#lib/dashboard/overview/period-input.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import { closeDatabase } from "#lib/db/close.ts";
import { database } from "#lib/db/pool.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { startInfrastructure } from "#scripts/stack/infrastructure.ts";
import { writeManyPayments } from "./many-payments.ts";

const count = 1_000_000;
const rounds = 15;
const atMostMs = 300;

/** Benchmarks the overview's queries on the server for a partner with 1,000,000 payments. */
export async function benchOverview(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const infrastructure = await startInfrastructure({ folder, chainIds: [], durability: "off", onStep: say });
  try {
    Object.assign(process.env, { DATABASE_URL: infrastructure.databaseUrl, PUBLIC_URL: "http://127.0.0.1" });
    const { partnerId, reference, merchantIds } = await writeManyPayments(infrastructure.databaseUrl, "Many", count);
    const [counted] = await timed(() => database.rows({ name: "count", text: recount }, [partnerId]));
    await database.rows({ name: "vacuum", text: "VACUUM ANALYZE" }, []);
    say(`${count} payments; recounting their statistics took ${(counted / 1_000).toFixed(1)} s`);
    for (const { relation, size } of await database.rows<Size>({ name: "sizes", text: sizes }, [])) {
      say(`  ${relation.padEnd(60)}${size}`);
    }
    const member: Member = {
      userId: newId("usr", new Date()),
      sessionId: newId("ses", new Date()),
      email: "bench@till.example",
      name: "",
      role: "owner",
      timeZone: null,
      provedAt: new Date(),
      partnerName: "Many",
      lacksSecondFactor: false,
      scope: { partnerId, merchantId: null },
    };
    say(`\nserver milliseconds: median and maximum of ${rounds}; target: at most ${atMostMs}`);
    const asked: [string, string, object][] = [
      ...presets.map((period): [string, string, object] => [`figures, ${period}`, "overview.figures", { period }]),
      ["figures, three years", "overview.figures", { from: daysAgo(1_095), to: daysAgo(0) }],
      ["needs attention", "overview.attention", {}],
      ["search: a reference", "search.all", { text: reference }],
      ["search: in every reference", "search.all", { text: "ORDER" }],
      ["search: in no reference", "search.all", { text: "zzzz" }],
      ["search: a merchant", "search.all", { text: merchantIds[7] }],
    ];
    for (const [name, query, input] of asked) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        times.push((await timed(() => callProcedure("query", query, member, input)))[0]);
      }
      times.sort((a, b) => a - b);
      const [median = 0, longest = 0] = [times[Math.floor(rounds / 2)], times.at(-1)];
      say(`  ${name.padEnd(36)}${[median, longest].map((ms) => ms.toFixed(1).padStart(8)).join("")}${verdict(median)}`);
    }
    await closeDatabase();
  } finally {
    await infrastructure.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Size = { relation: string; size: string };
const recount = "SELECT count_payment_statistics($1)";
const sizes = `SELECT relname AS relation, pg_size_pretty(pg_relation_size(oid)) AS size FROM pg_class
  WHERE relname LIKE 'payment\\_customer\\_day%' OR relname LIKE 'payment\\_day%' ORDER BY 1`;

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);
}

function verdict(median: number): string {
  return median > atMostMs ? "  MISSED" : "";
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
