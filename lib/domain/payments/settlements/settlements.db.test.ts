import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetOf } from "#lib/chain/tokens.ts";
import type { Caip10 } from "#lib/core/caip.ts";
import { clock, useClock } from "#lib/core/clock.ts";
import type { PaymentId, RefundId } from "#lib/core/ids.ts";
import { database, pool } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { reconcile } from "#lib/domain/payments/ledger/reconcile.ts";
import { endPayouts, insertPayouts } from "#lib/domain/payments/payouts/repository.ts";
import { createRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import { recordRefundSuccess } from "#lib/domain/payments/refunds/record-refund.ts";
import { lockPayment } from "#lib/domain/payments/repository.ts";
import { listBalances } from "#lib/domain/payments/settlements/balances.ts";
import { foldSettlementMonths, recountSettlementMonths } from "#lib/domain/payments/settlements/fold-months.ts";
import {
  listSettlements,
  type SettlementState,
  settlementStates,
  walkSettlements,
} from "#lib/domain/payments/settlements/settlements.ts";
import {
  listStatementLines,
  listStatementMonths,
  parseMonth,
  readStatementTotals,
  type StatementLine,
  walkStatementLines,
} from "#lib/domain/payments/settlements/statement.ts";
import { insertTransfers } from "#lib/domain/payments/transfers/repository.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { holdPayout, owed } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { until } from "#test/until.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const asset = assetOf(usdc);
const router = "0x1111111111111111111111111111111111111111";
const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const treasury = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const fee = 500_000n;

let service: ServiceDatabase;
let partner: TestPartner;
let restoreClock: () => void;
let now = new Date();

beforeAll(async () => {
  service = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
});
afterAll(() => service.stop());
beforeEach(async () => {
  partner = await createPartner();
  restoreClock = useClock({ now: () => now });
});
afterEach(() => restoreClock());

const scope = () => ({ partnerId: partner.partnerId, merchantId: null });

/** Sets the time of what follows. */
function at(iso: string): void {
  now = new Date(iso);
}

const settledBy = (paymentId: PaymentId, sender: string, amount = owed) => ({
  paymentId,
  kind: "settlement" as const,
  refundId: null,
  chainId: usdc.chainId,
  token: usdc.address,
  logIndex: 0,
  amount,
  txHash: `0x${paymentId.slice(-26).toLowerCase().padStart(64, "0")}` as const,
  blockNumber: 7n,
  sender: sender as typeof usdc.address,
  recipient: wallet as typeof usdc.address,
  now: clock.now(),
});

const selectLag = statement<{ lags: boolean }>({
  name: "test-fold-lag",
  text: "SELECT (SELECT max(id) FROM ledger_entry) > ledger_id AS lags FROM settlement_fold",
});

/** Folds until all entries are in the sums. Transactions of other databases of the server may delay that. */
const untilFolded = () =>
  until("the fold to catch up", async () => {
    await foldSettlementMonths();
    return !(await database.rows(selectLag, []))[0]?.lags;
  });

/** A payment whose merchant was paid in the same transaction. */
async function paidAtOnce(): Promise<PaymentId> {
  const id = await createTestPayment(partner);
  await bringTo(id, "succeeded");
  await inTransaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === null) throw new Error("there is no payment");
    const { partnerId, merchantId } = payment;
    const debt = { asset, treasury: router as typeof usdc.address, amount: owed, fee };
    const destination = `eip155:8453:${wallet}` as Caip10;
    const payout = { paymentId: id, partnerId, merchantId, destination, ...debt, state: "final" as const };
    await insertPayouts(tx, [{ ...payout, now: clock.now() }]);
    await insertTransfers(tx, [settledBy(id, router)]);
  });
  await inTransaction((tx) =>
    applyPaymentEvent(tx, id, { type: "settled", txHash: settledBy(id, router).txHash }, clock.now()),
  );
  return id;
}

/** A payment whose money the treasury holds. */
async function held(): Promise<PaymentId> {
  const id = await createTestPayment(partner);
  await bringTo(id, "succeeded");
  await holdPayout(id, usdc);
  return id;
}

/** Pays out held money from the treasury. */
async function payOut(id: PaymentId): Promise<void> {
  await pool().query("UPDATE payout SET state = 'pending', destination = $2 WHERE payment_id = $1", [
    id,
    `eip155:8453:${wallet}`,
  ]);
  await pool().query("UPDATE payout SET state = 'submitted' WHERE payment_id = $1", [id]);
  await inTransaction(async (tx) => {
    await insertTransfers(tx, [settledBy(id, treasury)]);
    await endPayouts(tx, [id], "final", clock.now());
  });
}

/** Pays held money back to the buyer from the treasury. */
async function payBack(paymentId: PaymentId): Promise<void> {
  const request = { paymentId, mode: "request", least: null, isBuyerDeclined: false } as const;
  const { refund } = await inTransaction((tx) => createRefund(tx, scope(), request));
  const { txHash, ...transfer } = settledBy(paymentId, treasury);
  await pool().query("UPDATE payout SET state = 'submitted' WHERE payment_id = $1", [paymentId]);
  await inTransaction(async (tx) => {
    await insertTransfers(tx, [{ ...transfer, txHash, kind: "refund", refundId: refund.id }]);
    await endPayouts(tx, [paymentId], "final", clock.now());
    await recordRefundSuccess(tx, { paymentId, refundId: refund.id }, txHash, clock.now());
  });
}

/** Pays an amount back from the merchant's wallet by the router. */
async function refundByWallet(paymentId: PaymentId, cents: number): Promise<void> {
  const amount = { unit: "iso4217/USD", value: String(cents) } as const;
  const request = { paymentId, amount, mode: "request", least: null, isBuyerDeclined: false } as const;
  const { refund } = await inTransaction((tx) => createRefund(tx, scope(), request));
  const transfer = {
    ...settledBy(paymentId, router),
    refundId: refund.id,
    amount: refund.amount,
    logIndex: 10 * cents,
  };
  await inTransaction(async (tx) => {
    await insertTransfers(tx, [
      { ...transfer, kind: "refund_collected", sender: wallet, recipient: router },
      { ...transfer, kind: "refund", logIndex: 10 * cents + 1 },
    ]);
    await tx.rows(startRefund, [refund.id]);
    await tx.rows(endRefund, [refund.id, transfer.txHash, clock.now()]);
  });
}

const startRefund = statement({
  name: "test-start-refund",
  text: "UPDATE refund SET state = 'processing' WHERE id = $1",
});
const endRefund = statement({
  name: "test-end-refund",
  text: "UPDATE refund SET state = 'succeeded', tx_hash = $2, updated_at = $3 WHERE id = $1",
});

const describeLine = ({ kind, paymentId, refundId }: StatementLine) => `${kind} ${paymentId} ${refundId}`;

const totalsOf = (month: string) => readStatementTotals(scope(), partner.merchantId, month);
const lines = async (month: string, limit = 100) => {
  const bounds = parseMonth(month);
  if (bounds === null) throw new Error("not a month");
  return listStatementLines(scope(), partner.merchantId, bounds, null, limit);
};

describe("a statement", () => {
  test("carries held money from month to month, and its lines add up to its totals", async () => {
    at("2026-10-30T10:00:00.000Z");
    const direct = await paidAtOnce();
    const kept = await held();
    at("2026-11-02T10:00:00.000Z");
    await payOut(kept);
    const later = await held();
    await untilFolded();
    const common = { asset, refunds: 0, refunded: 0n, heldRefunds: 0, heldRefunded: 0n };
    expect(await totalsOf("2026-10")).toEqual([
      {
        ...common,
        opening: 0n,
        closing: owed,
        payments: 2,
        net: 2n * owed,
        fees: 2n * fee,
        payouts: 1,
        paidOut: owed,
      },
    ]);
    expect(await totalsOf("2026-11")).toEqual([
      { ...common, opening: owed, closing: owed, payments: 1, net: owed, fees: fee, payouts: 1, paidOut: owed },
    ]);
    expect(await totalsOf("2026-12")).toMatchObject([{ opening: owed, closing: owed, payments: 0, payouts: 0 }]);
    expect(await totalsOf("2026-09")).toEqual([]);
    expect((await lines("2026-10")).map(({ kind, paymentId }) => [kind, paymentId])).toEqual(
      [
        ["payment", direct],
        ["payout", direct],
        ["payment", kept],
      ].toSorted(([, a = ""], [, b = ""]) => (a < b ? -1 : 1)),
    );
    const november = await lines("2026-11");
    expect(november.map(({ kind, paymentId, amount }) => [kind, paymentId, amount])).toEqual(
      [
        ["payout", kept, owed],
        ["payment", later, owed],
      ].toSorted(([, a = ""], [, b = ""]) => (a < b ? -1 : 1)),
    );
    expect(november.find(({ kind }) => kind === "payout")?.txHash).toBe(settledBy(kept, router).txHash);
    expect(await listStatementMonths(scope(), partner.merchantId)).toEqual(["2026-11", "2026-10"]);
  });

  test("ends what is held with a refund from the treasury, which is neither a payout nor a refund by the wallet", async () => {
    at("2026-10-30T10:00:00.000Z");
    const kept = await held();
    at("2026-11-02T10:00:00.000Z");
    await payBack(kept);
    await untilFolded();
    const none = { payouts: 0, paidOut: 0n, refunds: 0, refunded: 0n };
    expect(await totalsOf("2026-10")).toMatchObject([{ ...none, opening: 0n, closing: owed, heldRefunds: 0 }]);
    expect(await totalsOf("2026-11")).toMatchObject([
      { ...none, opening: owed, closing: 0n, heldRefunds: 1, heldRefunded: owed },
    ]);
    const { txHash } = settledBy(kept, treasury);
    expect(await lines("2026-11")).toMatchObject([{ kind: "held_refund", paymentId: kept, amount: owed, txHash }]);
    const [balance] = await listBalances(scope(), { merchantId: null, after: null, limit: 10 });
    expect(balance).toMatchObject({ received: owed, paidOut: 0n, held: 0n, refunded: owed });
    const all = { merchantIds: [], states: ["refunded"], from: null, until: null } as const;
    expect(await listSettlements(scope(), all, null, 10)).toMatchObject([
      { paymentId: kept, state: "refunded", txHash },
    ]);
    expect(await listSettlements(scope(), { ...all, states: ["settled"] }, null, 10)).toEqual([]);
  });

  test("lists every movement once, however small the batches are", async () => {
    at("2026-10-30T10:00:00.000Z");
    for (let count = 0; count < 3; count += 1) await paidAtOnce();
    const twice = await paidAtOnce();
    await refundByWallet(twice, 1);
    await refundByWallet(twice, 2);
    const bounds = { from: new Date("2026-10-01T00:00:00.000Z"), until: new Date("2026-11-01T00:00:00.000Z") };
    const found: string[] = [];
    let after = null;
    do {
      const [line] = await listStatementLines(scope(), partner.merchantId, bounds, after, 1);
      if (line !== undefined) found.push(describeLine(line));
      after = line ?? null;
    } while (after !== null);
    expect(found).toHaveLength(10);
    expect(new Set(found).size).toBe(10);
    const walked = [];
    for await (const batch of walkStatementLines(scope(), partner.merchantId, bounds)) walked.push(...batch);
    expect(walked.map(describeLine)).toEqual(found);
  });

  test("shows nothing of another partner's merchant", async () => {
    at("2026-10-30T10:00:00.000Z");
    await held();
    await untilFolded();
    const { partnerId } = await createPartner();
    const stranger = { partnerId, merchantId: null };
    expect(await readStatementTotals(stranger, partner.merchantId, "2026-10")).toEqual([]);
    const bounds = { from: new Date("2026-10-01"), until: new Date("2026-11-01") };
    expect(await listStatementLines(stranger, partner.merchantId, bounds, null, 10)).toEqual([]);
    expect(await listStatementMonths(stranger, partner.merchantId)).toEqual([]);
    expect(await listBalances(stranger, { merchantId: null, after: null, limit: 10 })).toEqual([]);
    expect(
      await listSettlements(
        stranger,
        { merchantIds: [partner.merchantId], states: [], from: null, until: null },
        null,
        10,
      ),
    ).toEqual([]);
  });
});

describe("a payout that took money and delivered less", () => {
  const short = owed - 7n;

  /** Ends the payout of held money without success after `short` has left the treasury. @returns the transaction. */
  async function failShort(id: PaymentId, kind: "settlement" | "refund", refundId: RefundId | null): Promise<string> {
    await pool().query("UPDATE payout SET state = 'submitted' WHERE payment_id = $1", [id]);
    const transfer = { ...settledBy(id, treasury, short), kind, refundId };
    await inTransaction(async (tx) => {
      await insertTransfers(tx, [transfer]);
      await endPayouts(tx, [id], { failed: "it took more than arrived", retryAt: null }, clock.now());
    });
    return transfer.txHash;
  }

  const all = { merchantIds: [], states: [], from: null, until: null };
  const list = (states: SettlementState[]) => listSettlements(scope(), { ...all, states }, null, 10);

  test("isn't held in the list either: balances, statement and list agree on it and its transaction", async () => {
    at("2026-10-30T10:00:00.000Z");
    const [id, kept] = [await held(), await held()];
    await pool().query("UPDATE payout SET state = 'pending', destination = $2 WHERE payment_id = $1", [
      id,
      `eip155:8453:${wallet}`,
    ]);
    at("2026-10-31T10:00:00.000Z");
    const txHash = await failShort(id, "settlement", null);
    await untilFolded();
    expect(await list(["incomplete"])).toMatchObject([
      { paymentId: id, state: "incomplete", amount: owed, moved: short, txHash, settledAt: clock.now() },
    ]);
    expect(await list(["held"])).toMatchObject([{ paymentId: kept, state: "held", moved: 0n, txHash: null }]);
    expect((await list([])).map(({ state }) => state).toSorted()).toEqual(["held", "incomplete"]);
    const [balance] = await listBalances(scope(), { merchantId: null, after: null, limit: 10 });
    const listed = (await list([])).reduce((sum, { moved }) => sum + moved, 0n);
    expect([balance?.paidOut, balance?.held]).toEqual([listed, 2n * owed - listed]);
    const payouts = (await lines("2026-10")).filter(({ kind }) => kind === "payout");
    expect(payouts).toMatchObject([{ paymentId: id, amount: short, txHash }]);
  });

  test("to the buyer is neither held nor refunded in the list", async () => {
    at("2026-10-30T10:00:00.000Z");
    const id = await held();
    const request = { paymentId: id, mode: "request", least: null, isBuyerDeclined: false } as const;
    const { refund } = await inTransaction((tx) => createRefund(tx, scope(), request));
    const txHash = await failShort(id, "refund", refund.id);
    await untilFolded();
    expect(await list(["incomplete"])).toMatchObject([{ paymentId: id, moved: short, txHash }]);
    expect(await list(["held", "refunded"])).toEqual([]);
    const [balance] = await listBalances(scope(), { merchantId: null, after: null, limit: 10 });
    expect(balance).toMatchObject({ refunded: short, held: owed - short });
  });
});

describe("the reconciliation", () => {
  test("compares the sums of statements with the ledger, and names each that was changed until it is right again", async () => {
    at("2026-10-30T10:00:00.000Z");
    await paidAtOnce();
    await payBack(await held());
    await untilFolded();
    const { merchantId } = partner;
    const wrong = async (isFull: boolean) => {
      const { differences } = await reconcile({ isFull });
      return differences.filter(({ kind }) => kind === "statement_does_not_fit");
    };
    const change = (set: string) =>
      pool().query(`UPDATE settlement_month SET ${set} WHERE merchant_id = $1`, [merchantId]);
    expect(await wrong(true)).toEqual([]);
    await change("paid_out = paid_out + 5, held_refunds = 0");
    const common = { kind: "statement_does_not_fit", merchantId, asset, month: "2026-10" };
    const both = [
      { ...common, column: "held_refunds", expected: 1n, recorded: 0n },
      { ...common, column: "paid_out", expected: owed, recorded: owed + 5n },
    ];
    expect(await wrong(true)).toEqual(both);
    // Each run reads again what differed.
    expect(await wrong(false)).toEqual(both);
    await change("paid_out = paid_out - 5, held_refunds = 1");
    expect(await wrong(false)).toEqual([]);
    const row = await pool().query("SELECT * FROM settlement_month WHERE merchant_id = $1", [merchantId]);
    await pool().query("DELETE FROM settlement_month WHERE merchant_id = $1", [merchantId]);
    const columns = (await wrong(true)).map((each) => ("column" in each ? each.column : ""));
    expect(columns).toEqual(["fees", "held_refunded", "held_refunds", "net", "paid_out", "payments", "payouts"]);
    await change("payments = 0");
    await recountSettlementMonths();
    expect(await wrong(true)).toEqual([]);
    expect((await pool().query("SELECT * FROM settlement_month WHERE merchant_id = $1", [merchantId])).rows).toEqual(
      row.rows,
    );
  });
});

describe("the fold", () => {
  const heldPayoutOf = async (amount: number) => {
    const id = await createTestPayment(partner);
    await bringTo(id, "succeeded");
    return {
      text: `INSERT INTO payout (payment_id, partner_id, merchant_id, state, asset, treasury, amount, fee, created_at, updated_at)
        VALUES ($1, $2, $3, 'held', $4, $5, $6, 0, $7, $7)`,
      values: [id, partner.partnerId, partner.merchantId, asset, router, amount, clock.now()],
    };
  };

  test("waits for a transaction that may still commit an earlier entry, and loses none", async () => {
    at("2026-10-30T10:00:00.000Z");
    const payout = await heldPayoutOf(1);
    const slow = await pool().connect();
    await slow.query("BEGIN");
    await slow.query(payout);
    await held();
    await foldSettlementMonths();
    await foldSettlementMonths();
    expect(await totalsOf("2026-10")).toEqual([]);
    await slow.query("COMMIT");
    slow.release();
    await untilFolded();
    expect(await totalsOf("2026-10")).toMatchObject([{ payments: 2, net: owed + 1n }]);
  });

  test("waits for the transaction that began last, too", async () => {
    at("2026-10-30T10:00:00.000Z");
    const [first, second] = [await heldPayoutOf(1), await heldPayoutOf(5)];
    await untilFolded();
    const [early, late] = [await pool().connect(), await pool().connect()];
    await early.query("BEGIN");
    await early.query("SELECT pg_current_xact_id()");
    await late.query("BEGIN");
    await late.query(first);
    await early.query(second);
    await early.query("COMMIT");
    await foldSettlementMonths();
    await foldSettlementMonths();
    await late.query("COMMIT");
    early.release();
    late.release();
    await untilFolded();
    expect(await totalsOf("2026-10")).toMatchObject([{ payments: 2, net: 6n }]);
  });

  test("continues after a dump was restored on a server whose transactions have lower numbers", async () => {
    at("2026-10-30T10:00:00.000Z");
    await held();
    await untilFolded();
    await held();
    await pool().query(
      "UPDATE settlement_fold SET next_id = (SELECT max(id) FROM ledger_entry), next_xid = 4000000000000000",
    );
    await untilFolded();
    expect(await totalsOf("2026-10")).toMatchObject([{ payments: 2, net: 2n * owed }]);
  });

  test("counts each entry once although workers fold at the same time", async () => {
    at("2026-10-30T10:00:00.000Z");
    for (let count = 0; count < 4; count += 1) {
      await held();
      await Promise.all(Array.from({ length: 4 }, foldSettlementMonths));
    }
    await untilFolded();
    expect(await totalsOf("2026-10")).toMatchObject([{ payments: 4, net: 4n * owed, fees: 4n * fee }]);
    const all = await database.rows(
      statement<{ net: string }>({
        name: "test-net",
        text: "SELECT sum(amount) AS net FROM ledger_entry WHERE kind = 'owed' AND credit = $1",
      }),
      [`merchant:${partner.merchantId}`],
    );
    expect(all).toEqual([{ net: String(4n * owed) }]);
  });
});

test("balances are listed by merchant and asset, with what is held", async () => {
  at("2026-10-30T10:00:00.000Z");
  await paidAtOnce();
  await held();
  await untilFolded();
  const [balance, ...others] = await listBalances(scope(), { merchantId: null, after: null, limit: 10 });
  expect(others).toEqual([]);
  expect(balance).toMatchObject({
    merchantId: partner.merchantId,
    asset,
    payments: 2,
    received: 2n * owed,
    fees: 2n * fee,
    paidOut: owed,
    held: owed,
    refunded: 0n,
    isMerchantDeleted: false,
  });
  if (balance === undefined) throw new Error("no balance");
  expect(await listBalances(scope(), { merchantId: null, after: balance, limit: 10 })).toEqual([]);
});

test("settlements are filtered by state, merchant and date, in pages without gaps", async () => {
  at("2026-10-30T10:00:00.000Z");
  const direct = await paidAtOnce();
  const kept = await held();
  at("2026-11-02T10:00:00.000Z");
  const failing = await held();
  await pool().query("UPDATE payout SET state = 'pending', destination = $2 WHERE payment_id = $1", [
    failing,
    `eip155:8453:${wallet}`,
  ]);
  const find = async (filter: { states?: SettlementState[]; merchantIds?: string[]; from?: Date; until?: Date }) => {
    const full = { states: [], merchantIds: [], from: null, until: null, ...filter };
    const listed = await listSettlements(scope(), full, null, 10);
    const walked = [];
    for await (const batch of walkSettlements(scope(), full)) walked.push(...batch);
    expect(walked).toEqual(listed);
    return listed.map(({ paymentId }) => paymentId);
  };
  const [first = direct, second = kept] = [direct, kept].toSorted().toReversed();
  expect(await find({})).toEqual([failing, first, second]);
  expect(await find({ states: ["settled"] })).toEqual([direct]);
  expect(await find({ states: ["held"] })).toEqual([kept]);
  expect(await find({ states: ["in_progress"] })).toEqual([failing]);
  expect(await find({ states: [...settlementStates] })).toEqual([failing, first, second]);
  expect(await find({ merchantIds: [partner.merchantId], states: ["held", "in_progress"] })).toEqual([failing, kept]);
  // The order in which a member ticks the states.
  expect(await find({ merchantIds: [partner.merchantId], states: ["in_progress", "held"] })).toEqual([failing, kept]);
  expect(await find({ merchantIds: ["mrch_01KAPZX0000000000000000000"] })).toEqual([]);
  expect(await find({ from: new Date("2026-11-01T00:00:00.000Z") })).toEqual([failing]);
  expect(await find({ until: new Date("2026-11-01T00:00:00.000Z") })).toEqual([first, second]);
  const all = { states: [], merchantIds: [], from: null, until: null };
  const [newest] = await listSettlements(scope(), all, null, 1);
  const rest = await listSettlements(scope(), all, newest ?? null, 10);
  expect(rest.map(({ paymentId }) => paymentId)).toEqual([first, second]);
  expect(rest.find(({ paymentId }) => paymentId === direct)).toMatchObject({ state: "settled", amount: owed, fee });
});
