import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useClock } from "#lib/core/clock.ts";
import { writeSettlements, writeStatement } from "#lib/dashboard/export/write-settlements.ts";
import { foldSettlementMonths } from "#lib/domain/payments/settlements/fold-months.ts";
import { parseMonth } from "#lib/domain/payments/settlements/statement.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { holdPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
let database: ServiceDatabase;
let partner: TestPartner;
let now = new Date();
let restoreClock: () => void;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
  restoreClock = useClock({ now: () => now });
});
afterAll(async () => {
  restoreClock();
  await database.stop();
});
beforeEach(async () => {
  partner = await createPartner();
});

/** A payment at a time, whose money the treasury holds. */
async function hold(at: string): Promise<string> {
  now = new Date(at);
  const id = await createTestPayment(partner, { referenceId: `order of ${at.slice(0, 10)}` });
  await bringTo(id, "succeeded");
  await holdPayout(id, usdc);
  return id;
}

const scope = () => ({ partnerId: partner.partnerId, merchantId: null });

/** Parses a file whose values contain no quotes or line breaks, by the names of its columns. */
async function rowsOf(file: ReadableStream<Uint8Array>): Promise<Record<string, string>[]> {
  const text = Buffer.from(await new Response(file).arrayBuffer()).toString();
  const [heading = [], ...rows] = text
    .replace("\ufeff", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(heading.map((name, at) => [name, row[at] ?? ""])));
}

test("a statement's movements stand between its opening and its closing balance, which they add up to", async () => {
  await hold("2026-10-30T10:00:00.000Z");
  const later = await hold("2026-11-02T10:00:00.000Z");
  await until("the sums by month", async () => {
    await foldSettlementMonths();
    const [lag] = await database.query(
      "SELECT FROM settlement_fold WHERE ledger_id < (SELECT max(id) FROM ledger_entry)",
    );
    return lag === undefined;
  });
  now = new Date("2026-11-20T10:00:00.000Z");
  const rows = async (month: string) => {
    const bounds = parseMonth(month);
    if (bounds === null) throw new Error(`${month} isn't a month`);
    const file = writeStatement(scope(), { merchantId: partner.merchantId, month, ...bounds });
    return (await rowsOf(file)).map(({ time, kind, payment_id: id, received, fee, held, token }) => {
      return { time, kind, id, received, fee, held, token };
    });
  };
  const balance = { id: "", received: "", fee: "", token: "USDC" };
  expect(await rows("2026-11")).toEqual([
    { ...balance, kind: "opening", time: "2026-11-01T00:00:00.000Z", held: "12.000000" },
    {
      kind: "payment",
      time: "2026-11-02T10:00:00.000Z",
      id: later,
      received: "12.500000",
      fee: "0.500000",
      held: "",
      token: "USDC",
    },
    // The month isn't over.
    { ...balance, kind: "closing", time: "2026-11-20T10:00:00.000Z", held: "24.000000" },
  ]);
  expect((await rows("2026-10")).map(({ kind, time, held }) => [kind, time, held])).toEqual([
    ["opening", "2026-10-01T00:00:00.000Z", "0.000000"],
    ["payment", "2026-10-30T10:00:00.000Z", ""],
    ["closing", "2026-11-01T00:00:00.000Z", "12.000000"],
  ]);
  expect(await rows("2026-09")).toEqual([]);
});

test("a settlement says what has moved", async () => {
  const id = await hold("2026-10-30T10:00:00.000Z");
  const filter = { merchantIds: [], states: [], from: null, until: null };
  expect(await rowsOf(writeSettlements(scope(), filter))).toMatchObject([
    { payment_id: id, state: "held", amount: "12.000000", moved: "0.000000", settlement_hash: "" },
  ]);
});
