import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setBuyerDataPolicy } from "#lib/domain/payments/buyer-data/set-buyer-data-policy.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { findFreePort } from "#scripts/postgres/free-port.ts";
import { type Service, startService } from "#scripts/stack/service.ts";
import { serviceEnv } from "#scripts/stack/service-env.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment, scopeOf } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

// Each value occurs in one request only, so finding it anywhere else shows a leak.
const unique = () => randomUUID().replaceAll("-", "");
const person = {
  fullName: `Ada ${unique()}`,
  dob: "1985-12-10",
  porCountry: "GB",
  porAddress: `12 ${unique()} Square`,
  tosConfirmed: true,
};
const wrong = { ...person, fullName: `Bob ${unique()}`, porAddress: unique().repeat(7) };
const secrets = [person.fullName, person.porAddress, wrong.fullName, wrong.porAddress];
const account = "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const providerName = `Acme ${unique()}`;

let database: ServiceDatabase;
let partner: TestPartner;
let server: Service;
let baseUrl: string;
const printed: string[] = [];

beforeAll(async () => {
  database = await startDatabase();
  partner = await createPartner();
  const provider = { name: providerName, termsUrl: "https://a.example/t", privacyUrl: "https://a.example/p" };
  await setBuyerDataPolicy(scopeOf(partner), { kind: "always", provider }, rateSource());
  const port = await findFreePort();
  baseUrl = `http://127.0.0.1:${port}`;
  const where = { databaseUrl: database.url, publicUrl: baseUrl, port, chains: [], relayerPrivateKey: "" };
  const env = { ...serviceEnv({ ...where, confirmations: 1 }), LOG_LEVEL: "trace", NODE_ENV: "production" };
  server = await startService("test/stack/form-server.ts", { env, onLine: (line) => printed.push(line) });
});
afterAll(async () => {
  await server.stop();
  await database.stop();
});

/** Posts a body and checks that the response does not echo it. */
async function send(url: string, body: string): Promise<number> {
  const headers = { "content-type": "application/json", origin: baseUrl, "app-id": partner.appId };
  const response = await fetch(baseUrl + url, { method: "POST", headers, body });
  const text = await response.text();
  for (const secret of secrets) expect(text).not.toContain(secret);
  return response.status;
}

/** Every row of every table as text. */
async function dump(): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts = tables.map(({ name }) => database.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`));
  return (await Promise.all(texts)).flatMap((rows) => rows.map(({ text }) => text)).join("\n");
}

/** The server's files of this database, write-ahead log included. */
async function readFiles(): Promise<Buffer[]> {
  await database.query("CHECKPOINT");
  const [where] = await database.query<{ folder: string; oid: string }>(
    `SELECT current_setting('data_directory') AS folder, oid::text FROM pg_database WHERE datname = current_database()`,
  );
  const folders = ["pg_wal", `base/${where?.oid}`].map((name) => path.join(where?.folder ?? "", name));
  const lists = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(folder, entry.name)),
    ),
  );
  // Other tests write to the same server, which may recycle a write-ahead log file meanwhile.
  return Promise.all(lists.flat().map((file) => readFile(file).catch(() => Buffer.alloc(0))));
}

test("buyer data appears in no log, no response, no table and no file of the database", async () => {
  const paymentId = await createTestPayment(partner);
  const submit = `/collect/${paymentId}/submit`;
  const form = (data: object) => JSON.stringify({ accounts: [account], data });
  expect(await send(submit, form(person))).toBe(200);
  expect(await send(submit, form(wrong))).toBe(400);
  expect(await send(submit, `${form(person)}${wrong.fullName}`)).toBe(400);
  expect(await send(submit, JSON.stringify({ accounts: [wrong.fullName], data: person }))).toBe(400);
  const fields = Object.entries(person).map(([id, value]) => ({ id, value: String(value) }));
  const confirm = { optionId: "opt_01J00000000000000000000000", results: [], collectedData: { fields } };
  expect(await send(`/v1/gateway/payment/${paymentId}/confirm`, JSON.stringify(confirm))).toBe(400);
  expect(await send(`/v1/gateway/payment/${paymentId}/confirm`, form(person))).toBe(400);
  await database.query("ALTER TABLE buyer_data_submission ADD CONSTRAINT broken CHECK (false) NOT VALID");
  expect(await send(submit, form(person))).toBe(500);

  const [kept] = await database.query<{ n: string }>("SELECT count(*) AS n FROM buyer_data_submission");
  expect(kept?.n).toBe("1");
  const rows = await dump();
  const files = await readFiles();
  const log = printed.join("\n");
  // Finding the values that aren't secret in each shows that the search works.
  expect(rows).toContain(providerName);
  expect(files.some((file) => file.includes(providerName))).toBe(true);
  expect(log).toContain("a request failed");
  for (const secret of secrets) {
    for (const text of [secret, ...["hex", "base64"].map((as) => Buffer.from(secret).toString(as as "hex"))]) {
      expect(rows).not.toContain(text);
      expect(log).not.toContain(text);
      expect(files.some((file) => file.includes(text))).toBe(false);
    }
  }
});
