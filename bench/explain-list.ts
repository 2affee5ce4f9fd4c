import { database, type Queryable, type Statement, type Value } from "#lib/db/pool.ts";
import { matchAssets, type PaymentFilter, type PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { listPage } from "#lib/domain/payments/listing/repository.ts";
import { sumPayments, sumRollup } from "#lib/domain/payments/statistics/repository.ts";
import type { BigPartner } from "./many-payments.ts";

/** The plans of the list's statements for each kind of filter, as Postgres carried them out. */
export async function explainList({ partnerId, merchantIds }: BigPartner): Promise<string> {
  const all: PaymentFilter = {
    ...{ partnerId, merchantIds: [], statuses: [], assets: null, from: null, until: null, reference: null },
  };
  const byDate: PaymentSort = { by: "date", direction: "desc" };
  const cases: [string, PaymentFilter, PaymentSort][] = [
    ["Default page", all, byDate],
    ["A status", { ...all, statuses: ["failed"] }, byDate],
    ["A token", { ...all, assets: matchAssets(["USDG"], []) }, byDate],
    ["A network", { ...all, assets: matchAssets([], [56]) }, byDate],
    ["One merchant", { ...all, merchantIds: merchantIds.slice(7, 8) }, byDate],
    ["One day", { ...all, from: new Date("2025-06-01"), until: new Date("2025-06-02") }, byDate],
    ["A reference", { ...all, reference: "beef-9" }, byDate],
    ["By amount", all, { by: "amount", direction: "desc" }],
  ];
  const now = new Date();
  const parts = ["# Plans of the payment list at 1,000,000 payments", "Written by `npm run bench -- list`."];
  for (const [name, filter, sort] of cases) {
    const isRolledUp = filter.from === null && filter.reference === null;
    const statements = [
      ...(await record((on) => listPage(on, filter, sort, null, 51, now))),
      ...(await record((on) => (isRolledUp ? sumRollup(on, filter, now) : sumPayments(on, filter, now)))),
    ];
    parts.push(`## ${name}`);
    for (const [index, { text, values }] of statements.entries()) {
      const explain = { name: `explain-${name}-${index}`, text: `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${text}` };
      const rows = await database.rows<{ "QUERY PLAN": string }>(explain, values);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      parts.push(`${index === 0 ? "Page" : "Statistics"}:\n\n\`\`\`\n${plan}\n\`\`\``);
    }
  }
  return `${parts.join("\n\n")}\n`;
}

/** The statements that some work would run, without running them. */
async function record(work: (on: Queryable) => Promise<unknown>) {
  const statements: { text: string; values: readonly Value[] }[] = [];
  await work({
    async rows<Row extends object>({ text }: Statement, values: readonly Value[]): Promise<Row[]> {
      statements.push({ text, values });
      return [];
    },
  });
  return statements;
}
