import { newId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { matchAssets, type PaymentFilter, type PaymentSort } from "#lib/domain/payments/listing/filter.ts";
import { listOverdueIds, lockPayment, updatePayment } from "#lib/domain/payments/repository.ts";
import type { BigPartner } from "./many-payments.ts";
import { recordList } from "./recorded-list.ts";
import { type RecordedStatement, recordStatements } from "./recorded-statements.ts";

/**
 * The plans of the list's statements for each kind of filter, as Postgres carried them out, and of what else reads or
 * writes payments.
 * @throws Error when one of them reads the table of payments from end to end.
 */
export async function explainList({ partnerId, merchantIds, reference }: BigPartner): Promise<string> {
  const all: PaymentFilter = {
    ...{ partnerId, merchantIds: [], statuses: [], assets: null, from: null, until: null, reference: null },
  };
  const byDate: PaymentSort = { by: "date", direction: "desc" };
  const merchant = merchantIds.slice(7, 8);
  const cases: [string, PaymentFilter, PaymentSort][] = [
    ["Default page", all, byDate],
    ["One merchant", { ...all, merchantIds: merchant }, byDate],
    ["One merchant, a status", { ...all, merchantIds: merchant, statuses: ["failed"] }, byDate],
    ["One day", { ...all, from: new Date("2025-06-01"), until: new Date("2025-06-02") }, byDate],
    ["A token", { ...all, assets: matchAssets(["USDG"], []) }, byDate],
    ["A network", { ...all, assets: matchAssets([], [56]) }, byDate],
    ["A status", { ...all, statuses: ["failed"] }, byDate],
    ["Expired, recorded or not", { ...all, statuses: ["expired"] }, byDate],
    ["A reference", { ...all, reference }, byDate],
    ["By amount", all, { by: "amount", direction: "desc" }],
    ["A token and a status", { ...all, assets: matchAssets(["USDC"], []), statuses: ["failed"] }, byDate],
    ["Several tokens of a chain", { ...all, assets: matchAssets(["USDC", "USDT"], []) }, byDate],
    ["Several merchants", { ...all, merchantIds: merchantIds.slice(3, 6) }, byDate],
    ["One year", { ...all, from: new Date("2025-01-01"), until: new Date("2026-01-01") }, byDate],
  ];
  const parts = [
    "# Plans of the payment list at 1,000,000 payments",
    "Written by `npm run bench -- list`, which fails when a plan reads the table of payments from end to end.",
  ];
  for (const [name, filter, sort] of cases) {
    const [page, statistics] = await recordList(filter, sort);
    parts.push(
      `## ${name}`,
      `Page:\n\n${await explain(page, true)}`,
      `Statistics:\n\n${await explain(statistics, true)}`,
    );
  }
  parts.push("## Other statements");
  for (const statement of await otherStatements()) parts.push(await explain(statement, false));
  return `${parts.join("\n\n")}\n`;
}

/** What else is done to payments, without doing it. */
async function otherStatements(): Promise<RecordedStatement[]> {
  const now = new Date();
  const id = newId("pay", now);
  return recordStatements(async (on) => {
    await lockPayment(on, id);
    await updatePayment(on, { id, version: 0 }, "expired", {}, now).catch(() => undefined);
    await listOverdueIds(on, now, 500);
  });
}

async function explain({ text, values }: RecordedStatement, isCarriedOut: boolean): Promise<string> {
  const options = isCarriedOut ? "ANALYZE, BUFFERS, COSTS OFF" : "COSTS OFF";
  const explained = { name: "", text: `EXPLAIN (${options}) ${text}` };
  const rows = await database.rows<{ "QUERY PLAN": string }>(explained, values);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  if (/Seq Scan on payment( |$)/m.test(plan)) throw new Error(`all payments are read:\n${text}\n${plan}`);
  return `\`\`\`\n${plan}\n\`\`\``;
}
