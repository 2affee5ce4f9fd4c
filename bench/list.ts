import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeDatabase } from "#lib/db/close.ts";
import { startProduct } from "#scripts/stack/start-product.ts";
import { explainList } from "./explain-list.ts";
import { load } from "./load.ts";
import { type BigPartner, writeManyPayments } from "./many-payments.ts";

const small = 10_000;
const large = 1_000_000;
const day = "startTs=2025-06-01T00:00:00Z&endTs=2025-06-02T00:00:00Z";

const queries = (merchantId: string): [name: string, query: string][] => [
  ["default page", ""],
  ["status=succeeded", "status=succeeded"],
  ["status=failed", "status=failed"],
  ["a token", "token_symbol=USDG"],
  ["a network", "network=eip155:56"],
  ["one merchant", `merchantId=${merchantId}`],
  ["one merchant, succeeded", `merchantId=${merchantId}&status=succeeded`],
  ["one day", day],
  ["a reference", "referenceId=beef-9"],
  ["by amount", "sortBy=amount"],
  ["by amount, one merchant", `sortBy=amount&merchantId=${merchantId}`],
];

/**
 * `GET /v1/payments` with statistics, for a partner of 1,000,000 payments and one of 10,000 in the same database: mean
 * time of a request on one connection, and the ratio of the two.
 */
export async function benchList(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const product = await startProduct({
    ...{ folder, dev: false, port: 4200, durability: "full", pastPayments: 0, knownApiKey: null },
    onStep: say,
  });
  try {
    const started = performance.now();
    const few = await writeManyPayments(product.databaseUrl, "Few", small);
    const many = await writeManyPayments(product.databaseUrl, "Many", large);
    say(`payments written in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
    const { baseUrl } = product.file;
    const pid = product.serverPid;
    say(`\nGET /v1/payments, one connection, milliseconds a request: ${small}, ${large}, ratio`);
    for (const [name, query] of queries("")) {
      const [a, b] = [await meanMs(baseUrl, pid, few, query), await meanMs(baseUrl, pid, many, query)];
      print(name, a, b);
    }
    const first = await meanMs(baseUrl, pid, many, "");
    const cursor = await cursorOfPage(baseUrl, many, 200);
    print("200th page : first page", first, await meanMs(baseUrl, pid, many, `cursor=${cursor}`));
    const explained = await explainList(many);
    await writeFile("docs/list-plans.md", explained);
    await closeDatabase();
    say("the plans are in docs/list-plans.md");
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function meanMs(baseUrl: string, pid: number, partner: BigPartner, query: string): Promise<number> {
  const own = query.replace("merchantId=", `merchantId=${partner.merchantIds[7]}`);
  const target = { name: own, url: `${baseUrl}/v1/payments?${own}`, pid, headers: { "api-key": partner.apiKey } };
  await load(target, { connections: 1, seconds: 1 });
  const { requestsPerSecond } = await load(target, { connections: 1, seconds: 3 });
  return 1_000 / requestsPerSecond;
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

function print(name: string, a: number, b: number): void {
  say(`  ${name.padEnd(26)} ${a.toFixed(2).padStart(8)} ${b.toFixed(2).padStart(8)}   ${(b / a).toFixed(2)}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
