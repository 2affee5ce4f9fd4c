import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type MerchantId, newId, type PaymentId } from "#lib/core/ids.ts";
import { database } from "#lib/db/pool.ts";
import { preparePayment } from "#lib/domain/payments/create-payment.ts";
import { insertPayment, type NewPayment } from "#lib/domain/payments/insert-payment.ts";
import { everyPayment } from "#lib/domain/payments/listing/filter.ts";
import { listPage } from "#lib/domain/payments/listing/repository.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { listPaymentsById, listSnapshots } from "#lib/domain/payments/repository.ts";
import { sumRollup } from "#lib/domain/payments/statistics/repository.ts";
import { createDemoPayment } from "#scripts/demo/create-demo-payment.ts";
import { choosePort } from "#scripts/stack/choose-port.ts";
import { startService } from "#scripts/stack/service.ts";
import type { Product } from "#scripts/stack/start-product.ts";
import { compare, type Target } from "./load.ts";
import { type BigPartner, writeManyPayments } from "./many-payments.ts";
import { pgbench } from "./pgbench.ts";
import { plainInserts } from "./plain-insert.ts";
import { printRatios } from "./print-ratios.ts";
import { inlineValues, type RecordedStatement, recordStatements } from "./recorded-statements.ts";
import { startBenchProduct } from "./start-bench-product.ts";

const pace = { connections: 32, seconds: 4 };
const rounds = 3;
const listedPayments = 10_000;
const order = { referenceId: "ORDER-1", amount: { unit: "iso4217/USD", value: "1250" } };

/** The statements of the four endpoints, for tools that run without our code. */
type Statements = { status: string[]; details: string[]; list: string[]; create: () => Promise<RecordedStatement> };

/**
 * Benchmarks the most used API endpoints of the production build, with authentication and rate limits. Compares them with a
 * raw `node:http` response, an empty Next route handler (`/healthz?page`: with a query, the pages' process answers it), Postgres alone with the same statements (`pgbench`)
 * and, for creating a payment, the same insert from Node without the API.
 */
export async function benchApi(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "till-bench-"));
  const product = await startBenchProduct(folder, 300);
  const rawPort = await choosePort(4300);
  const raw = await startService("bench/raw-server.ts", { env: { PORT: String(rawPort) } });
  try {
    const { baseUrl, apiKey, merchantId } = product.file;
    const many = await writeManyPayments(product.databaseUrl, "Many", listedPayments);
    const link = await createDemoPayment(baseUrl, apiKey, merchantId);
    const paymentId = link.slice(link.lastIndexOf("/") + 1) as PaymentId;
    const databasePid = await postmasterPid(folder);
    const common = { pid: product.serverPid, databasePid, headers: { "api-key": apiKey, "merchant-id": merchantId } };
    const references: Target[] = [
      { name: "raw node:http", url: `http://127.0.0.1:${rawPort}/`, pid: raw.pid },
      { name: "bare Next route handler", url: `${baseUrl}/healthz?page`, pid: product.serverPid },
    ];
    const statements = await statementsOf(product, many, paymentId);
    const measure = async (target: Target, same: readonly string[], more: Awaited<ReturnType<typeof pgbench>>[]) => {
      const rows = await compare([target, ...references], { ...pace, rounds });
      const alone = await pgbench(product.databaseUrl, same, pace);
      const names = ["pgbench, same statements", "same insert from Node"];
      const others = [alone, ...more].map((figures, index) => figures && { name: names[index] ?? "", ...figures });
      printRatios(target.name, [...rows, ...others.filter((row) => row !== null)]);
    };
    const payments = `${baseUrl}/v1/payments`;
    const status = { ...common, name: "GET /v1/payments/{id}/status", url: `${payments}/${paymentId}/status` };
    await measure(status, statements.status, []);
    const details = { ...common, name: "GET /v1/payments/{id}", url: `${payments}/${paymentId}` };
    await measure(details, statements.details, []);
    const list = {
      ...common,
      name: `GET /v1/payments, 50 of ${listedPayments} with statistics`,
      url: payments,
      headers: { "api-key": many.apiKey },
    };
    await measure(list, statements.list, []);
    const headers = { ...common.headers, "content-type": "application/json" };
    const create = { ...common, name: "POST /v1/payments", url: payments, headers, body: JSON.stringify(order) };
    const insert = await statements.create();
    const inserts = await plainInserts(() => ({ ...insert, values: withNewIds(insert.values) }), pace);
    const plain = { requestsPerSecond: inserts, p99Ms: null, cpuMsPerRequest: null, databaseCpuMsPerRequest: null };
    const inlined = inlineValues(insert)
      .replaceAll(`'${insert.values[0]}'`, randomId("pay"))
      .replaceAll(`'${insert.values.at(-1)}'`, randomId("evt"));
    await measure(create, [inlined], [plain]);
  } finally {
    await raw.stop();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The payment's id comes first, and that of its event last. */
function withNewIds(values: RecordedStatement["values"]): RecordedStatement["values"] {
  const now = new Date();
  return [newId("pay", now), ...values.slice(1, -1), newId("evt", now)];
}

/** SQL of an id for each run of a statement. */
const randomId = (prefix: string) => `('${prefix}_0' || upper(substr(md5(random()::text), 1, 25)))`;

async function statementsOf({ file }: Product, many: BigPartner, paymentId: PaymentId): Promise<Statements> {
  const now = new Date();
  const filter = everyPayment(many.partnerId);
  const inlined = async (work: Parameters<typeof recordStatements>[0]) =>
    (await recordStatements(work)).map(inlineValues);
  return {
    status: await inlined((on) => listSnapshots(on, [paymentId])),
    details: await inlined((on) => listPaymentsById(on, [paymentId])),
    list: [
      ...(await inlined((on) => listPage(on, filter, { by: "date", direction: "desc" }, null, 51, now))),
      ...(await inlined((on) => sumRollup(on, filter, now))),
    ],
    async create() {
      const payment = await demoPayment(file.merchantId as MerchantId);
      const [insert] = await recordStatements(({ rows }) => insertPayment({ rows, afterCommit() {} }, payment));
      if (insert === undefined) throw new Error("insertPayment ran no statement");
      return insert;
    },
  };
}

async function demoPayment(merchantId: MerchantId): Promise<NewPayment> {
  const select = { name: "bench-partner", text: "SELECT partner_id AS id FROM merchant WHERE id = $1" };
  const [partner] = await database.rows<{ id: NewPayment["partnerId"] }>(select, [merchantId]);
  if (partner === undefined) throw new Error(`no merchant ${merchantId}`);
  const fees = { currency: "USD", fixed: 0n, partsPerMillion: 0 };
  return preparePayment({ partnerId: partner.id, merchantId }, fees, order, rateSource());
}

async function postmasterPid(folder: string): Promise<number> {
  return Number((await readFile(path.join(folder, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
}
