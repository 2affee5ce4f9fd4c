import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeDatabase } from "#lib/db/close.ts";
import { paymentStatuses } from "#lib/domain/payments/payment.ts";
import { explainList } from "./explain-list.ts";
import { compare } from "./load.ts";
import { type BigPartner, writeManyPayments } from "./many-payments.ts";
import { say } from "./say.ts";
import { startBenchProduct } from "./start-bench-product.ts";

const small = 10_000;
const large = 1_000_000;
const day = "startTs=2025-06-01T00:00:00Z&endTs=2025-06-02T00:00:00Z";
const listed = paymentStatuses.filter((status) => status !== "cancelled");

/** A list request, and the maximum ratio of its times at 1,000,000 and 10,000 payments; null for no maximum. */
type Question = [name: string, query: (partner: BigPartner) => string, atMost: number | null];

const questions: Question[] = [
  ["default page", () => "", 1.5],
  ["one merchant", ({ merchantIds }) => `merchantId=${merchantIds[7]}`, 3],
  ...listed.map((status): Question => {
    return [`one merchant, ${status}`, ({ merchantIds }) => `merchantId=${merchantIds[7]}&status=${status}`, 3];
  }),
  ["one day", () => day, 3],
  ["a token", () => "token_symbol=USDG", 3],
  ["a network", () => "network=eip155:56", 3],
  ...listed.map((status): Question => [`status ${status}`, () => `status=${status}`, 3]),
  ["a reference", ({ reference }) => `referenceId=${reference}`, 3],
  ["the middle of a reference", ({ reference }) => `referenceId=${reference.slice(7)}`, 3],
  ["by amount", () => "sortBy=amount", 3],
  ["by amount, one merchant", ({ merchantIds }) => `sortBy=amount&merchantId=${merchantIds[7]}`, 3],
  ["two statuses", () => "status=failed&status=processing", 3],
  ["a token, failed", () => "token_symbol=USDC&status=failed", 3],
  ["two tokens", () => "token_symbol=USDC&token_symbol=USDT", 3],
  // These match a hundred times as many payments, and their statistics are counted from rows.
  [
    "three merchants",
    ({ merchantIds }) =>
      merchantIds
        .slice(3, 6)
        .map((id) => `merchantId=${id}`)
        .join("&"),
    null,
  ],
  ["three characters", () => "referenceId=bee", null],
  ["one year", () => "startTs=2025-01-01T00:00:00Z&endTs=2026-01-01T00:00:00Z", null],
];

/**
 * Benchmarks `GET /v1/payments` with statistics for a partner with 1,000,000 payments and one with 10,000 in the same
 * database: the mean time of a request on one connection, the ratio of the two and its maximum.
 */
export async function benchList(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const product = await startBenchProduct(folder);
  try {
    const started = performance.now();
    const few = await writeManyPayments(product.databaseUrl, "Few", small);
    const many = await writeManyPayments(product.databaseUrl, "Many", large);
    say(`inserted the payments in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
    const { baseUrl } = product.file;
    const api = { baseUrl, pid: product.serverPid };
    say(`\nGET /v1/payments of ${small} and of ${large}: matches, milliseconds per request, ratio, maximum ratio`);
    for (const [name, query, atMost] of questions) {
      const [a, b]: Side[] = [few, many].map((partner) => ({ partner, query: query(partner) }));
      await measure(name, api, a as Side, b as Side, atMost);
    }
    const cursor = await cursorOfPage(baseUrl, many, 200);
    const [first, late]: Side[] = ["", `cursor=${cursor}`].map((query) => ({ partner: many, query }));
    await measure("first and 200th page", api, first as Side, late as Side, 1.2);
    await writeFile("docs/list-plans.md", await explainList(many));
    await closeDatabase();
    say("wrote the plans to docs/list-plans.md");
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Api = { baseUrl: string; pid: number };
type Side = { partner: BigPartner; query: string };

async function measure(name: string, api: Api, a: Side, b: Side, atMost: number | null): Promise<void> {
  const targets = [a, b].map(({ partner, query }) => {
    const url = `${api.baseUrl}/v1/payments?${query}`;
    return { name, url, pid: api.pid, headers: { "api-key": partner.apiKey } };
  });
  const matching = await Promise.all(targets.map(({ url, headers }) => countMatching(url, headers)));
  const figures = await compare(targets, { connections: 1, seconds: 1, rounds: 5 });
  const [before = 0, after = 0] = figures.map(({ requestsPerSecond }) => 1_000 / requestsPerSecond);
  const counts = matching.map((count) => String(count).padStart(8)).join("");
  const times = [before, after].map((ms) => ms.toFixed(2).padStart(8)).join("");
  const ratio = after / before;
  const verdict = atMost === null ? "" : `  ${atMost}${ratio > atMost ? "  MISSED" : ""}`;
  say(`  ${name.padEnd(30)}${counts}${times}${ratio.toFixed(2).padStart(8)}${verdict}`);
}

async function countMatching(url: string, headers: Record<string, string>): Promise<number> {
  const body = (await (await fetch(url, { headers })).json()) as { stats: { totalTransactions: number } };
  return body.stats.totalTransactions;
}

async function cursorOfPage(baseUrl: string, { apiKey }: BigPartner, page: number): Promise<string> {
  let cursor = "";
  for (let at = 1; at < page; at += 1) {
    const query = cursor === "" ? "" : `?cursor=${cursor}`;
    const response = await fetch(`${baseUrl}/v1/payments${query}`, { headers: { "api-key": apiKey } });
    cursor = String(((await response.json()) as { nextCursor: string }).nextCursor);
  }
  return cursor;
}
