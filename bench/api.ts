import { newId, type PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { preparePayment } from "#lib/domain/payments/creation/create-payment.ts";
import { insertPayment } from "#lib/domain/payments/creation/insert-payment.ts";
import type { PaymentRequest } from "#lib/domain/payments/creation/payment-request.ts";
import { everyPayment } from "#lib/domain/payments/listing/filter.ts";
import { listPage } from "#lib/domain/payments/listing/repository.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { listPaymentsById, listSnapshots } from "#lib/domain/payments/repository.ts";
import { sumRollup } from "#lib/domain/payments/statistics/repository.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { startService } from "#scripts/stack/service.ts";
import type { Product } from "#scripts/stack/start-product.ts";
import { withProduct } from "./bench-product.ts";
import { watchCpu } from "./cpu-time.ts";
import { alternate, load, type Measured, type Target } from "./load.ts";
import { type BigPartner, paymentIdSql, writeManyPayments } from "./many-payments.ts";
import { pgbench, scriptOf } from "./pgbench.ts";
import { inlineValues, type RecordedStatement, recordStatements } from "./recorded-statements.ts";
import { rounds, setting } from "./setting.ts";
import { printTable, ratios, say, spread } from "./table.ts";

const pace = { connections: 32, seconds: setting("SECONDS", 8, 2) };
const partnerCount = setting("PARTNERS", 64, 4);
const paymentsEach = setting("PAYMENTS", 5_000, 500);
const orderOf = (index: number): PaymentRequest => {
  return { referenceId: `ORDER-${index}`, amount: { unit: "iso4217/USD", value: String(1_000 + (index % 9_000)) } };
};

type Row = { name: string; measure: () => Promise<Measured>; alone?: () => Promise<Measured>; isBaseline?: true };

/**
 * Benchmarks the most used API endpoints of the production build, with authentication, rate limits and the
 * request log, over distinct payments of several partners. Compares each with a constant `node:http`
 * response, with an empty route of Next on a bare server, and with Postgres alone: pgbench with the same
 * statements, and for a created payment the same insert from Node.
 */
export async function benchApi(): Promise<void> {
  await withProduct({}, async (product) => {
    const partners: BigPartner[] = [];
    for (let number = 0; number < partnerCount; number += 1) {
      say(`Inserting ${paymentsEach} payments of partner ${number + 1} of ${partnerCount}`);
      partners.push(await writeManyPayments(product.databaseUrl, `Many ${number}`, paymentsEach));
    }
    const startServer = async (script: string) => {
      const port = await choosePort(4300);
      const service = await startService(script, { env: { ...product.env, PORT: String(port) } });
      return { baseUrl: `http://127.0.0.1:${port}`, pid: service.pid, stop: service.stop };
    };
    const raw = await startServer("bench/bare-server.ts");
    const next = await startServer("bench/bare-next-server.ts");
    try {
      const rows = await rowsOf(product, partners, raw, next);
      const measured = await alternate(
        rows.map((row) => async () => {
          say(`Measuring ${row.name}`);
          const ours = await row.measure();
          return { ours, alone: (await row.alone?.()) ?? null };
        }),
        rounds,
      );
      print(rows, measured);
    } finally {
      await raw.stop();
      await next.stop();
    }
  });
}

type Bare = { baseUrl: string; pid: number };

async function rowsOf(product: Product, partners: readonly BigPartner[], raw: Bare, next: Bare): Promise<Row[]> {
  const { databaseUrl, postgresPid } = product;
  const idsOf = await Promise.all(partners.map(({ partnerId }) => database.rows(selectIds, [partnerId])));
  const partnerOf = (index: number) => partners[index % partners.length] as BigPartner;
  const paymentOf = (index: number) => {
    const ids = idsOf[index % partners.length] ?? [];
    return ids[Math.floor(index / partners.length) % ids.length] as Owned;
  };
  const as = (index: number) => ({ "api-key": partnerOf(index).apiKey });
  const ours = {
    baseUrl: product.file.baseUrl,
    pids: { web: product.serverPid, Postgres: postgresPid },
    isLogged: true,
  };
  const read = (name: string, pathOf: (id: string) => string): Target => ({
    ...ours,
    name,
    request: (index) => {
      const { id, merchantId } = paymentOf(index);
      return { path: pathOf(id), headers: { ...as(index), "merchant-id": merchantId } };
    },
  });
  const create = (name: string, more: (index: number) => Record<string, string>): Target => ({
    ...ours,
    name,
    request: (index) => ({
      path: "/v1/payments",
      headers: {
        ...as(index),
        "merchant-id": partnerOf(index).merchantIds[index % 500] ?? "",
        "content-type": "application/json",
        ...more(index),
      },
      body: JSON.stringify(orderOf(index)),
    }),
  });
  const alone = (script: string) => () => pgbench(databaseUrl, script, { Postgres: postgresPid }, pace);
  const bare = (name: string, path: string, { baseUrl, pid }: Bare): Row => {
    const target = { name, baseUrl, request: () => ({ path }), pids: { web: pid } };
    return { name, measure: () => load(target, pace), isBaseline: true };
  };
  const scripts = await scriptsOf(partners);
  const insert = await recordInsert(partners[0] as BigPartner);
  const row = (target: Target, script: string): Row => {
    return { name: target.name, measure: () => load(target, pace), alone: alone(script) };
  };
  const created = create("POST /v1/payments", () => ({}));
  const keyed = create("POST /v1/payments, with Idempotency-Key", (index) => ({ "idempotency-key": `bench-${index}` }));
  const list: Target = {
    ...ours,
    name: "GET /v1/payments, 50 with statistics",
    request: (index) => ({ path: "/v1/payments", headers: as(index) }),
  };
  return [
    bare("constant response of node:http", "/", raw),
    bare("empty route of Next", "/healthz", next),
    row(
      read("GET /v1/payments/{id}/status", (id) => `/v1/payments/${id}/status`),
      scripts.status,
    ),
    row(
      read("GET /v1/payments/{id}", (id) => `/v1/payments/${id}`),
      scripts.details,
    ),
    row(list, scripts.list),
    row(created, insert.script),
    row(keyed, insert.script),
    {
      name: "raw insert of a payment from Node",
      measure: () => plainInserts(insert.statement, postgresPid),
      alone: alone(insert.script),
      isBaseline: true,
    },
  ];
}

function print(rows: readonly Row[], measured: readonly { ours: Measured; alone: Measured | null }[][]): void {
  const title = `${pace.connections} connections, ${pace.seconds} s, median of ${rounds} rounds (lowest–highest); ${partnerCount} partners with ${paymentsEach} payments each`;
  const printRow = printTable(title, [
    "Request",
    "per second",
    "p99 ms",
    "÷ node:http",
    "÷ empty Next",
    "÷ same statements by pgbench",
    "÷ raw insert",
    "cores: web",
    "Postgres",
    "load generator",
    "machine",
    "dropped from the request log",
  ]);
  const rates = measured.map((all) => all.map(({ ours }) => ours.perSecond));
  const [raw = [], next = []] = rates;
  const inserted = rates.at(-1) ?? [];
  for (const [index, { name, isBaseline }] of rows.entries()) {
    const all = (measured[index] ?? []).map(({ ours }) => ours);
    const rate = rates[index] ?? [];
    const alone = (measured[index] ?? []).flatMap((each) => each.alone?.perSecond ?? []);
    const p99 = all.flatMap(({ p99Ms }) => p99Ms ?? []);
    const cores = (of: string) => all.flatMap((each) => each.cores[of] ?? []);
    const unlogged = all.flatMap((each) => each.unlogged ?? []);
    const cell = (values: readonly number[]) => (values.length === 0 ? "" : spread(values));
    printRow(
      name,
      spread(rate),
      cell(p99),
      isBaseline ? "" : spread(ratios(rate, raw)),
      isBaseline ? "" : spread(ratios(rate, next)),
      alone.length === 0 ? "" : spread(ratios(rate, alone)),
      name.startsWith("POST") ? spread(ratios(rate, inserted)) : "",
      cell(cores("web")),
      cell(cores("Postgres")),
      spread(cores("load generator")),
      spread(cores("machine")),
      unlogged.length === 0 ? "" : unlogged.reduce((sum, one) => sum + one, 0),
    );
  }
}

type Owned = { id: string; merchantId: string };
const selectIds = statement<Owned>({
  name: "bench-ids",
  text: `SELECT id, merchant_id AS "merchantId" FROM payment WHERE partner_id = $1 ORDER BY md5(id)`,
});

/** The statements of the reads as pgbench runs them, each time of another payment or partner. */
async function scriptsOf(partners: readonly BigPartner[]): Promise<Record<"status" | "details" | "list", string>> {
  const now = new Date();
  const id: PaymentId = newId("pay", now);
  const { partnerId } = partners[0] as BigPartner;
  const filter = everyPayment(partnerId);
  const anyPartner = `(ARRAY[${partners.map((each) => `'${each.partnerId}'`).join(", ")}])[:p]`;
  const pick = `\\set p random(1, ${partners.length})\n\\set n random(1, ${paymentsEach})\n`;
  const script = async (work: Parameters<typeof recordStatements>[0]) => {
    const statements = (await recordStatements(work)).map(inlineValues);
    return pick + scriptOf(statements, { [id]: paymentIdSql(anyPartner, ":n"), [partnerId]: anyPartner });
  };
  return {
    status: await script((on) => listSnapshots(on, [id])),
    details: await script((on) => listPaymentsById(on, [id])),
    list: await script(async (on) => {
      await listPage(on, filter, { by: "date", direction: "desc" }, null, 51, now);
      await sumRollup(on, filter, now).catch(() => undefined);
    }),
  };
}

/** The insert of a payment as pgbench runs it, and the same with its parameters, with new ids each time. */
async function recordInsert({ partnerId, merchantIds }: BigPartner) {
  const fees = { currency: "USD", fixed: 0n, partsPerMillion: 0 };
  const [merchantId] = merchantIds;
  if (merchantId === undefined) throw new Error("the partner has no merchants");
  const payment = await preparePayment({ partnerId, merchantId }, fees, orderOf(0), rateSource());
  const [insert] = await recordStatements(({ rows }) => insertPayment({ rows, afterCommit() {} }, payment));
  const eventId = insert?.values.find((value) => typeof value === "string" && value.startsWith("evt_"));
  if (insert === undefined || typeof eventId !== "string") throw new Error("the insert of a payment has no event");
  const newIdSql = (prefix: string) => `('${prefix}_0' || upper(substr(md5(random()::text), 1, 25)))`;
  const statement = (): RecordedStatement => {
    const now = new Date();
    const fresh = new Map<unknown, string>([
      [payment.id, newId("pay", now)],
      [eventId, newId("evt", now)],
    ]);
    return { ...insert, values: insert.values.map((value) => fresh.get(value) ?? value) };
  };
  const varying = { [payment.id]: newIdSql("pay"), [eventId]: newIdSql("evt") };
  return { statement, script: scriptOf([inlineValues(insert)], varying) };
}

/**
 * Runs inserts on this process's pool: the limit of Node and Postgres without HTTP, keys, limits and
 * validation.
 */
async function plainInserts(insert: () => RecordedStatement, postgresPid: number): Promise<Measured> {
  const endCpu = await watchCpu({ Postgres: postgresPid });
  const startedAt = performance.now();
  let count = 0;
  const write = async () => {
    while (performance.now() - startedAt < pace.seconds * 1_000) {
      const { text, values } = insert();
      await database.rows(statement({ name: "bench-plain-insert", text }), values);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: pace.connections }, write));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { perSecond: count / seconds, p99Ms: null, cores: await endCpu(), unlogged: null };
}
