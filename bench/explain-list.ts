import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import {
  everyPayment,
  matchAssets,
  type PaymentFilter,
  type PaymentSort,
} from "#lib/domain/payments/listing/filter.ts";
import { listOverdueIds, lockPayment } from "#lib/domain/payments/repository.ts";
import { updatePayments } from "#lib/domain/payments/update-payment.ts";
import type { BigPartner } from "./many-payments.ts";
import { type RecordedStatement, recordList, recordStatements } from "./recorded-statements.ts";

/**
 * Explains the list's statements for each kind of filter, as Postgres executes them, and the other statements
 * that read or write payments.
 * @returns a Markdown page with one table row per list: execution times, and the indexes that were read.
 * @throws Error when a plan reads the whole table of payments.
 */
export async function explainList({ partnerId, merchantIds, reference }: BigPartner): Promise<string> {
  const all = everyPayment(partnerId);
  const byDate: PaymentSort = { by: "date", direction: "desc" };
  const merchant = merchantIds.slice(7, 8);
  const cases: [string, PaymentFilter, PaymentSort][] = [
    ["Default page", all, byDate],
    ["One merchant", { ...all, merchantIds: merchant }, byDate],
    ["One merchant, a status", { ...all, merchantIds: merchant, statuses: ["failed"] }, byDate],
    ["One day", { ...all, from: new Date("2025-06-01"), until: new Date("2025-06-02") }, byDate],
    ["A token", { ...all, assets: matchAssets("live", ["USDG"], []) }, byDate],
    ["A network", { ...all, assets: matchAssets("live", [], [56]) }, byDate],
    ["A status", { ...all, statuses: ["failed"] }, byDate],
    ["Expired, recorded or not", { ...all, statuses: ["expired"] }, byDate],
    ["A reference", { ...all, reference }, byDate],
    ["By amount", all, { by: "amount", direction: "desc" }],
    ["A token and a status", { ...all, assets: matchAssets("live", ["USDC"], []), statuses: ["failed"] }, byDate],
    ["Several tokens of a chain", { ...all, assets: matchAssets("live", ["USDC", "USDT"], []) }, byDate],
    ["Several merchants", { ...all, merchantIds: merchantIds.slice(3, 6) }, byDate],
    ["One year", { ...all, from: new Date("2025-01-01"), until: new Date("2026-01-01") }, byDate],
  ];
  const lists: string[] = [];
  for (const [name, filter, sort] of cases) {
    const [page, statistics] = await recordList(filter, sort);
    const plans = [await explain(page, true), await explain(statistics, true)];
    lists.push(row([name, ...plans.flatMap((plan) => [executionMs(plan), indexesOf(plan)])]));
  }
  const others: string[] = [];
  for (const [name, statement] of await recordOthers())
    others.push(row([name, indexesOf(await explain(statement, false))]));
  return `${[introduction, listHeader, ...lists, "", otherHeader, ...others].join("\n")}\n`;
}

const introduction = `# Plans of the payment list at 1,000,000 payments

Written by \`npm run bench -- list\`, which fails when a plan reads the whole table of payments. Times are one execution in
Postgres, in milliseconds.
`;
const listHeader = `${row(["List", "Page", "Indexes read", "Statistics", "Indexes read"])}\n|---|---:|---|---:|---|`;
const otherHeader = `${row(["Other statement", "Index read"])}\n|---|---|`;

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function executionMs(plan: string): string {
  return Number(/Execution Time: ([\d.]+) ms/.exec(plan)?.[1]).toFixed(1);
}

/** The indexes that a plan reads, without the lookup of each payment's merchant. */
function indexesOf(plan: string): string {
  const scans = plan.split("\n").filter((line) => !line.includes("never executed"));
  const names = scans.flatMap((line) => /Index(?: Only)? Scan(?: Backward)? (?:using|on) (\w+)/.exec(line)?.[1] ?? []);
  return [...new Set(names)]
    .filter((name) => name !== "merchant_pkey")
    .map((name) => `\`${name}\``)
    .join(", ");
}

/** The other statements that read or write payments, recorded without running them. */
async function recordOthers(): Promise<[name: string, RecordedStatement][]> {
  const now = new Date();
  const id = newId("pay", now);
  const [lock, update, overdue] = await recordStatements(async (on) => {
    await lockPayment(on, id);
    await updatePayments(on, [{ payment: { id, version: 0 }, status: "expired", change: {}, versions: 1 }], now).catch(
      () => undefined,
    );
    await listOverdueIds(on, now, 500);
  });
  return [
    ["Lock a payment", lock as RecordedStatement],
    ["Update a payment", update as RecordedStatement],
    ["List overdue payments", overdue as RecordedStatement],
  ];
}

async function explain({ text, values }: RecordedStatement, isExecuted: boolean): Promise<string> {
  const options = isExecuted ? "ANALYZE, BUFFERS, COSTS OFF" : "COSTS OFF";
  const explained = statement<{ "QUERY PLAN": string }>({ name: "", text: `EXPLAIN (${options}) ${text}` });
  const rows = await database.rows(explained, values);
  const plan = rows.map((line) => line["QUERY PLAN"]).join("\n");
  if (/Seq Scan on payment( |$)/m.test(plan)) throw new Error(`this plan reads all payments:\n${text}\n${plan}`);
  return plan;
}
