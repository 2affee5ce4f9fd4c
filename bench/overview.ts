import { newId } from "#lib/core/ids.ts";
import { presets } from "#lib/dashboard/overview/period-input.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { withDatabase } from "./bench-product.ts";
import { watchCpu } from "./cpu-time.ts";
import { writeManyPayments } from "./many-payments.ts";
import { setting } from "./setting.ts";
import { printTable, ratios, spread, verdict } from "./table.ts";

const count = setting("PAYMENTS", 1_000_000, 20_000);
const rounds = setting("ROUNDS", 15, 2);
const atMostMs = 300;

/**
 * Benchmarks the overview's queries on the server for a partner with 1,000,000 payments, in alternation with
 * a statement that does nothing.
 */
export async function benchOverview(): Promise<void> {
  await withDatabase("off", async ({ url, pid }) => {
    const { partnerId, reference, merchantIds } = await writeManyPayments(url, "Many", count);
    const [counted] = await timed(() => database.rows(statement({ name: "count", text: recount }), [partnerId]));
    await database.rows(statement({ name: "vacuum", text: "VACUUM ANALYZE" }), []);
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
      liveScope: { partnerId, merchantId: null },
    };
    const asked: [string, string, object][] = [
      ...presets.map((period): [string, string, object] => [`figures, ${period}`, "overview.figures", { period }]),
      ["figures, three years", "overview.figures", { from: daysAgo(1_095), to: daysAgo(0) }],
      ["needs attention", "overview.attention", {}],
      ["search: a reference", "search.all", { text: reference }],
      ["search: in every reference", "search.all", { text: "ORDER" }],
      ["search: in no reference", "search.all", { text: "zzzz" }],
      ["search: a merchant", "search.all", { text: merchantIds[7] }],
    ];
    const endCpu = await watchCpu({ Postgres: pid });
    const figures: [name: string, ms: number[], empty: number[]][] = [];
    for (const [name, query, input] of asked) {
      const [ms, empty]: [number[], number[]] = [[], []];
      for (let round = 0; round <= rounds; round += 1) {
        const [emptyMs] = await timed(() => database.rows(statement({ name: "empty", text: "SELECT" }), []));
        const [queryMs] = await timed(() => callProcedure("query", query, member, input));
        // The first round is a warm-up.
        if (round === 0) continue;
        ms.push(queryMs);
        empty.push(emptyMs);
      }
      figures.push([name, ms, empty]);
    }
    const cores = await endCpu();
    const title = `Queries of ${count} payments on the server, median of ${rounds} (lowest–highest)`;
    const printRow = printTable(title, ["Query", "ms", "÷ empty statement", "target"]);
    for (const [name, ms, empty] of figures) {
      printRow(name, spread(ms), spread(ratios(ms, empty)), verdict(ms, { atMost: atMostMs }));
    }
    printRow("recounting all statistics, once", counted.toFixed(0), "", "");
    for (const [name, used] of Object.entries(cores))
      printRow(`cores in use on average: ${name}`, spread([used]), "", "");
    const printSize = printTable("Sizes of the statistics", ["Table or index", "size"]);
    for (const { relation, size } of await database.rows(statement<Size>({ name: "sizes", text: sizes }), []))
      printSize(relation, size);
  });
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
