import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { guardExport } from "#lib/dashboard/export/guard-export.ts";
import { paymentColumns } from "#lib/dashboard/export/payment-columns.ts";
import { writePayments } from "#lib/dashboard/export/write-payments.ts";
import { rowsPerBatch } from "#lib/db/keyset.ts";
import { database as on, pool } from "#lib/db/pool.ts";
import { everyPayment } from "#lib/domain/payments/listing/filter.ts";
import { listAnyListedPayments } from "#lib/domain/payments/listing/repository.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { createUser } from "#test/domain/create-user.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let partner: TestPartner;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner();
});

const newest = { by: "date", direction: "desc" } as const;
const exported = async (of = partner) =>
  Buffer.from(await new Response(writePayments(everyPayment(of.partnerId), newest)).arrayBuffer()).toString();

/** Parses a file whose values contain no quotes or line breaks. */
const rowsOf = (csv: string) =>
  csv
    .replace("\ufeff", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));

test("a payment fills every column, with exact amounts and times in UTC", async () => {
  const id = await createTestPayment(partner, { referenceId: "ORDER 7" });
  await bringTo(id, "succeeded");
  await applyEvent(id, "settled");
  const [heading = [], row = []] = rowsOf(await exported());
  const values = Object.fromEntries(heading.map((name, at) => [name, row[at]]));
  expect(values).toEqual({
    payment_id: id,
    reference: "ORDER 7",
    status: "succeeded",
    refunded_at: "",
    refunded_amount: "",
    merchant_id: partner.merchantId,
    merchant_name: "Test shop",
    amount: "12.50",
    amount_unit: "iso4217/USD",
    amount_symbol: "USD",
    fee: "0.15",
    fee_percentage: "0.4",
    fiat_amount: "12.50",
    fiat_currency: "USD",
    token_amount: "12.500000",
    token_fee: "0.000001",
    token_net: "12.499999",
    token_symbol: "USDC",
    token_asset: "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    network: "Base",
    buyer_account: "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    buyer_wallet: "",
    transaction_hash: `0x${"aa".repeat(32)}`,
    settlement_hash: `0x${"bb".repeat(32)}`,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: expect.stringMatching(/Z$/),
    expires_at: expect.stringMatching(/Z$/),
    settled_at: expect.stringMatching(/Z$/),
    description: "",
    line_items: "",
  });
});

test("the order is exported with exact totals in the unit of the amount", async () => {
  const other = await createPartner();
  const items = [{ name: "Espresso; large", quantity: 2, total: "750" }];
  await createTestPayment(other, { description: "=Breakfast", lineItems: items });
  const csv = await exported(other);
  expect(csv).toContain(",'=Breakfast,");
  const json = JSON.stringify([{ name: "Espresso; large", quantity: 2, total: "7.50" }]);
  expect(csv).toContain(`,"${json.replaceAll('"', '""')}"\r\n`);
});

test("only the header is exported when nothing matches, also for another partner", async () => {
  await createTestPayment(partner);
  const csv = await exported(await createPartner());
  expect(csv).toBe(`\ufeff${paymentColumns.map(({ name }) => name).join(",")}\r\n`);
});

test("no text runs as a spreadsheet formula", async () => {
  await createTestPayment(partner, { referenceId: "+1,2" });
  await createTestPayment(partner, { referenceId: "-1+1" });
  const names = ['=HYPERLINK("http://evil.example","x")', "@SUM(A1)", "+1", "-A1", "\t=1", "\uff1d1", " =1+1"];
  for (const name of names) {
    await database.query("UPDATE merchant SET name = $2 WHERE id = $1", [partner.merchantId, name]);
    const csv = await exported();
    expect(csv).toContain(`'${name.replaceAll('"', '""').replace("\t=", "\t'=")}`);
    expect(csv).toContain(`"'+1,2"`);
    expect(csv).toContain(",'-1+1,");
    // No cell starts like a formula, quoted or not.
    expect(csv).not.toMatch(/(?:^|[,\n])"?[=+\-@\t\uff1d]/);
  }
});

test.for([";", "\t", "\n"])("no text runs as a formula where %j separates cells", async (separator) => {
  const name = `A${separator}=cmd|'/c calc'!A1`;
  await createTestPayment(partner, { referenceId: `B${separator}@SUM(A1)` });
  await database.query("UPDATE merchant SET name = $2 WHERE id = $1", [partner.merchantId, name]);
  const cells = (await exported()).split(new RegExp(`${separator}|\\r\\n`));
  expect(cells.length).toBeGreaterThan(3);
  for (const cell of cells) expect(cell).not.toMatch(/^[\s"]*[=+\-@]/);
});

test.for([
  ["signs out", "UPDATE user_session SET revoked_at = now() WHERE user_id = $1"],
  ["is removed", `DELETE FROM "user" WHERE id = $1`],
  [
    "needs a second factor",
    `UPDATE partner SET requires_second_factor = true WHERE id = (SELECT partner_id FROM "user" WHERE id = $1)`,
  ],
] as const)("ends with an error when its member %s", async ([, change]) => {
  const member = await createUser(partner.partnerId, "viewer");
  await createTestPayment(partner);
  const reader = guardExport(member, writePayments(everyPayment(partner.partnerId), newest)).getReader();
  expect((await reader.read()).done).toBe(false);
  await database.query(change, [member.userId]);
  await expect(reader.read()).rejects.toMatchObject({
    code: expect.stringMatching(/^(missing_auth_headers|forbidden)$/),
  });
});

test("stops reading when the client disconnects, and holds no connection between batches", async () => {
  await database.query(
    `INSERT INTO payment SELECT (jsonb_populate_record(p, jsonb_build_object('id', 'pay_0' || upper(substr(md5($2 || n), 1, 25)))
     )).* FROM payment p, generate_series(1, 2500) n WHERE p.id = $1`,
    [await createTestPayment(partner), partner.partnerId],
  );
  const reader = writePayments(everyPayment(partner.partnerId), newest).getReader();
  await reader.read();
  const first = await reader.read();
  expect(new TextDecoder().decode(first.value).trimEnd().split("\r\n")).toHaveLength(rowsPerBatch);
  expect(pool("bulk").totalCount - pool("bulk").idleCount).toBe(0);
  await reader.cancel();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
  const ids = rowsOf(await exported()).map(([id]) => id);
  expect(new Set(ids).size).toBe(2_502);
});

test("every field of a payment and of its order is in a column, except what only our own rules need", async () => {
  const id = await createTestPayment(partner);
  const [payment] = await listAnyListedPayments(on, [id]);
  if (payment === undefined) throw new Error("there is no payment");
  const read = new Set<string>();
  const order = recordReads(payment.order, (name) => read.add(`order.${name}`));
  const recorded = recordReads({ ...payment, order }, (name) => read.add(name));
  for (const column of paymentColumns) column.read(recorded, payment.createdAt);
  const fields = [...Object.keys(payment), ...Object.keys(payment.order).map((name) => `order.${name}`)];
  expect(fields.filter((name) => !read.has(name))).toEqual(["partnerId", "sortKey"]);
});

function recordReads<T extends object>(value: T, onRead: (name: string) => void): T {
  return new Proxy(value, {
    get(of, name, receiver) {
      onRead(String(name));
      return Reflect.get(of, name, receiver);
    },
  });
}

test("docs/payments-export.md lists the exported columns; `vitest -u` writes them down", async () => {
  const doc = await readFile("docs/payments-export.md", "utf8");
  const rows = paymentColumns.map(({ name, about }) => `| \`${name}\` | ${about} |`);
  const expected = doc.replace(/(?<=\n\|---\|---\|\n)(\| `.*\n)*/, rows.map((row) => `${row}\n`).join(""));
  await expect(expected).toMatchFileSnapshot(path.resolve("docs/payments-export.md"));
});
