import { writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { paymentStatuses } from "#lib/domain/payments/payment.ts";
import { withProduct } from "./bench-product.ts";
import { watchCpu } from "./cpu-time.ts";
import { explainList } from "./explain-list.ts";
import { alternate } from "./load.ts";
import { type BigPartner, writeManyPayments } from "./many-payments.ts";
import { isShort, rounds, setting } from "./setting.ts";
import { printTable, quantile, ratios, say, spread, verdict } from "./table.ts";
import { timeRequests } from "./timed-requests.ts";

const small = setting("PAYMENTS_FEW", 10_000, 1_000);
const large = setting("PAYMENTS_MANY", 1_000_000, 20_000);
const requests = setting("REQUESTS", 40, 4);
/** Another merchant and another day each time, so that no request finds what the one before has read. */
const ofMerchant = ({ merchantIds }: BigPartner, index: number) =>
  `merchantId=${merchantIds[index % merchantIds.length]}`;
const ofDay = (index: number) => {
  const [from, to] = [0, 1].map((days) => new Date(Date.UTC(2025, 0, 1 + (index % 300) + days)).toISOString());
  return `startTs=${from}&endTs=${to}`;
};
const listed = paymentStatuses.filter((status) => status !== "cancelled");

/**
 * A list request, and the maximum ratio of its times at 1,000,000 and 10,000 payments; null for no maximum.
 */
type Question = [name: string, query: (partner: BigPartner, index: number) => string, atMost: number | null];

const questions: Question[] = [
  ["default page", () => "", 1.5],
  ["one merchant", ofMerchant, 3],
  ...listed.map((status): Question => {
    return [`one merchant, ${status}`, (partner, index) => `${ofMerchant(partner, index)}&status=${status}`, 3];
  }),
  ["one day", (_partner, index) => ofDay(index), 3],
  ["a token", () => "token_symbol=USDG", 3],
  ["a network", () => "network=eip155:56", 3],
  ...listed.map((status): Question => [`status ${status}`, () => `status=${status}`, 3]),
  ["a reference", ({ reference }) => `referenceId=${reference}`, 3],
  ["the middle of a reference", ({ reference }) => `referenceId=${reference.slice(7)}`, 3],
  ["by amount", () => "sortBy=amount", 3],
  ["by amount, one merchant", (partner, index) => `sortBy=amount&${ofMerchant(partner, index)}`, 3],
  ["two statuses", () => "status=failed&status=processing", 3],
  ["a token, failed", () => "token_symbol=USDC&status=failed", 3],
  ["two tokens", () => "token_symbol=USDC&token_symbol=USDT", 3],
  // These match a hundred times as many payments, and their statistics are counted from rows.
  [
    "three merchants",
    (partner, index) => [0, 1, 2].map((more) => ofMerchant(partner, 3 * index + more)).join("&"),
    null,
  ],
  ["three characters", () => "referenceId=bee", null],
  ["one year", () => "startTs=2025-01-01T00:00:00Z&endTs=2026-01-01T00:00:00Z", null],
];

/**
 * Benchmarks `GET /v1/payments` with statistics for a partner with 1,000,000 payments and one with 10,000 in
 * the same database: the time of a request on one connection, the ratio of the two and its maximum.
 */
export async function benchList(): Promise<void> {
  await withProduct({}, async (product) => {
    say(`Inserting ${small} and ${large} payments`);
    const few = await writeManyPayments(product.databaseUrl, "Few", small);
    const many = await writeManyPayments(product.databaseUrl, "Many", large);
    const { baseUrl } = product.file;
    const title = `GET /v1/payments of a partner with ${small} payments (few) and with ${large} (many), one connection, at most ${requests} requests a round; median of ${rounds} rounds (lowest–highest)`;
    const cpu = ["cores: web", "Postgres", "load generator", "machine"];
    const printRow = printTable(title, [
      "List",
      "matches: few",
      "many",
      "ms: few",
      "many",
      "many ÷ few",
      "target",
      ...cpu,
    ]);
    const pids = { web: product.serverPid, Postgres: product.postgresPid };
    const compare = async (name: string, sides: readonly Side[], atMost: number | null) => {
      say(`Measuring ${name}`);
      const matching = await Promise.all(sides.map((side) => countMatching(baseUrl, side)));
      const endCpu = await watchCpu(pids);
      const [before = [], after = []] = await alternate(
        sides.map((side) => createMeasure(baseUrl, side)),
        rounds,
      );
      const cores = await endCpu();
      const ratio = ratios(after, before);
      const target = atMost === null ? "" : verdict(ratio, { atMost });
      const used = ["web", "Postgres", "load generator", "machine"].map((of) => (cores[of] ?? Number.NaN).toFixed(2));
      printRow(name, ...matching, spread(before), spread(after), spread(ratio), target, ...used);
    };
    for (const [name, query, atMost] of questions) {
      await compare(
        name,
        [few, many].map((partner) => ({ partner, query: (index) => query(partner, index) })),
        atMost,
      );
    }
    const page = Math.min(200, Math.floor(large / 50 / 2));
    const cursor = await cursorOfPage(baseUrl, many, page);
    const pages = ["", `cursor=${cursor}`].map((query) => ({ partner: many, query: () => query }));
    await compare(`of many, the first page (few) and page ${page} (many)`, pages, 1.2);
    const plans = await explainList(many);
    if (!isShort) await writeFile("docs/list-plans.md", plans);
  });
}

type Side = { partner: BigPartner; query: (index: number) => string };

/**
 * A partner's lists rest for fifteen times as long as they took once they have taken half a second. The
 * pauses leave that out of the figures.
 */
const restFactor = 16;
/** Slow lists are read less often. */
const maxWorkMs = 1_000;
const fewest = 2;

/**
 * @returns a function that measures a round: the median of its requests, whose numbers continue those of the
 * round before.
 */
function createMeasure(baseUrl: string, { partner, query }: Side): () => Promise<number> {
  let sent = 0;
  const request = (index: number) => {
    return { url: `${baseUrl}/v1/payments?${query(index)}`, headers: { "api-key": partner.apiKey } };
  };
  return async () => {
    const times: number[] = [];
    let workMs = 0;
    while (times.length < fewest || (times.length < requests && workMs < maxWorkMs)) {
      const [ms = Number.NaN] = await timeRequests(request, 1, sent++);
      times.push(ms);
      workMs += ms;
      await pause(restFactor * ms);
    }
    return quantile(times, 0.5);
  };
}

async function countMatching(baseUrl: string, { partner, query }: Side): Promise<number> {
  const response = await fetch(`${baseUrl}/v1/payments?${query(0)}`, { headers: { "api-key": partner.apiKey } });
  if (!response.ok) throw new Error(`${query(0)} returned ${response.status}`);
  return ((await response.json()) as { stats: { totalTransactions: number } }).stats.totalTransactions;
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
