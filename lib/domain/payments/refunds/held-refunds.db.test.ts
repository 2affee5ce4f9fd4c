import { writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetOf } from "#lib/chain/tokens.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { database as ownDatabase } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { listInconsistentPayments } from "#lib/domain/payments/ledger/checks-repository.ts";
import { listInconsistentRefunds, listMisbookedRefunds } from "#lib/domain/payments/ledger/refund-checks.ts";
import { advanceBulkPayouts } from "#lib/domain/payments/payouts/bulk/advance-bulk-payouts.ts";
import { requestBulkPayout } from "#lib/domain/payments/payouts/bulk/request-bulk-payout.ts";
import { releaseHeldMoney } from "#lib/domain/payments/payouts/held/return-held-money.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { failPayout } from "#lib/domain/payments/payouts/record-payout.ts";
import { endPayouts } from "#lib/domain/payments/payouts/repository.ts";
import { readPaymentDetail } from "#lib/domain/payments/reading/read-payment-detail.ts";
import { restoreHeldRefund } from "#lib/domain/payments/recovery/restore-held-refund.ts";
import {
  createRefund,
  type PreparedRefund,
  prepareRefund,
} from "#lib/domain/payments/refund-requests/create-refund.ts";
import { replaceRefundLink } from "#lib/domain/payments/refund-requests/replace-refund-link.ts";
import { screening } from "#lib/domain/payments/screening/configured-screening.ts";
import { devAccounts } from "#scripts/devnet/accounts.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment } from "#test/domain/create-test-payment.ts";
import { owed, payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";

const usdc = getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
const merchant = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const buyer = "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

let database: ServiceDatabase;
let partner: TestPartner;
let scope: PartnerScope;
let id: PaymentId;

beforeAll(async () => {
  const SCREENING_DENY_LIST = join(await mkdtemp(join(tmpdir(), "till-")), "declined");
  writeFileSync(SCREENING_DENY_LIST, `${buyer.split(":").at(-1)}\n`);
  const RELAYER_PRIVATE_KEY = devAccounts().relayer.privateKey;
  database = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    RELAYER_PRIVATE_KEY,
    SCREENING_DENY_LIST,
    RPC_URLS_8453: "http://127.0.0.1:1",
  });
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner();
  scope = { partnerId: partner.partnerId, merchantId: null };
  id = await createTestPayment(partner);
  await payWithPayout(id, usdc);
});

const request = (more: Partial<PreparedRefund> = {}) =>
  inTransaction((tx) =>
    createRefund(tx, scope, { paymentId: id, mode: "request", least: null, isBuyerDeclined: false, ...more }),
  );
const payOut = () => inTransaction((tx) => payOutNow(tx, scope, id));
const orderAll = () => inTransaction((tx) => requestBulkPayout(tx, scope, partner.merchantId, assetOf(usdc)));
const payout = async () =>
  (
    await database.query<{ state: string; attempt: number; destination: string | null; refund_id: string | null }>(
      "SELECT state, attempt, destination, refund_id FROM payout WHERE payment_id = $1",
      [id],
    )
  )[0];
const refunds = async () =>
  (
    await database.query<{ state: string }>("SELECT state FROM refund WHERE payment_id = $1 ORDER BY created_at", [id])
  ).map(({ state }) => state);
const events = async () =>
  (
    await database.query<{ type: string }>(
      "SELECT type FROM payment_event WHERE payment_id = $1 AND (type LIKE 'refund%' OR type LIKE 'settle%') ORDER BY version",
      [id],
    )
  ).map(({ type }) => type);
const settle = () => setDestination(partner, usdc, merchant);

/** Records that the merchant was paid, so that its wallet pays refunds. */
async function endAsPaidOut(): Promise<void> {
  const to = `eip155:8453:${merchant}`;
  await database.query("UPDATE payout SET state = 'pending', destination = $2 WHERE payment_id = $1", [id, to]);
  await database.query("UPDATE payout SET state = 'submitted' WHERE payment_id = $1", [id]);
  await inTransaction(async (tx) => {
    await endPayouts(tx, [id], "final", new Date());
    await applyPaymentEvent(tx, id, { type: "settled", txHash: `0x${"ab".repeat(32)}` }, new Date());
  });
}

test("the payout of held money goes to the buyer, and to no one else", async () => {
  const { refund, url } = await request();
  expect([url, refund]).toMatchObject([null, { storedState: "processing", amount: owed, recipient: buyer }]);
  expect(await payout()).toEqual({ state: "pending", attempt: 1, destination: buyer, refund_id: refund.id });
  await settle();
  await expect(payOut()).rejects.toMatchObject({
    code: "invalid_state",
    message: expect.stringMatching(/is being returned to the buyer/),
  });
  await expect(orderAll()).rejects.toMatchObject({
    code: "invalid_state",
    message: expect.stringMatching(/Nothing is held/),
  });
  await expect(request()).rejects.toMatchObject({
    code: "invalid_state",
    message: expect.stringMatching(/^Another refund returns, or has returned, the payment/),
  });
  expect(await events()).toEqual(["refund_ordered"]);
});

describe("of two at once, one is carried out:", () => {
  /** Starts both while the payout's row is locked, so that they meet there. */
  async function race(...acts: (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
    const { running } = await database.holding(`SELECT FROM payout WHERE payment_id = '${id}' FOR UPDATE`, async () => {
      const all = Promise.allSettled(acts.map((act) => act()));
      await database.untilBlocked(acts.length);
      return { running: all };
    });
    return running;
  }
  const outcomes = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status).toSorted();

  test("two refunds", async () => {
    expect(outcomes(await race(request, request))).toEqual(["fulfilled", "rejected"]);
    expect([await refunds(), await payout()]).toMatchObject([["processing"], { destination: buyer }]);
  });

  test("a refund and a payout to the merchant", async () => {
    await settle();
    expect(outcomes(await race(request, payOut))).toEqual(["fulfilled", "rejected"]);
    const { destination, refund_id } = (await payout()) ?? {};
    expect([destination === buyer, refund_id === null]).toEqual(
      (await refunds()).length === 1 ? [true, false] : [false, true],
    );
  });

  test("a refund and an order of all that is held", async () => {
    await settle();
    await orderAll();
    await expect(request()).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringMatching(/its payout is under way/),
    });
    await advanceBulkPayouts();
    await expect(request()).rejects.toMatchObject({ code: "invalid_state" });
    expect([await refunds(), await payout()]).toMatchObject([[], { state: "pending", refund_id: null }]);
  });

  test("a refund and a mark of the whole payment", async () => {
    const mark = () => request({ mode: "mark" });
    const { running } = await database.holding(`SELECT FROM payment WHERE id = '${id}' FOR UPDATE`, async () => {
      const both = Promise.allSettled([request(), mark()]);
      await database.untilBlocked(2);
      return { running: both };
    });
    const [asked, marked] = await running;
    // After the refund, the mark takes what is left of it: the fee.
    expect(marked?.status).toBe("fulfilled");
    const isFirst = asked?.status === "fulfilled";
    expect(await payout()).toMatchObject({ state: isFirst ? "pending" : "held" });
    const [sum] = await database.query<{ sum: string }>("SELECT sum(amount) FROM refund WHERE payment_id = $1", [id]);
    expect(sum).toEqual({ sum: "12500000" });
  });
});

test("the buyer of another partner's payment, or of another merchant's, is not screened", async () => {
  await screening().load();
  const rates = { rate: () => Promise.reject(new Error("no rate is needed")) };
  const prepare = (by: PartnerScope) => prepareRefund(by, { paymentId: id, mode: "request" }, rates);
  expect(await prepare(scope)).toMatchObject({ isBuyerDeclined: true });
  const stranger = await createPartner();
  for (const by of [
    { partnerId: stranger.partnerId, merchantId: null },
    { partnerId: partner.partnerId, merchantId: stranger.merchantId },
  ]) {
    expect(await prepare(by)).toMatchObject({ isBuyerDeclined: false, least: null });
  }
});

test("a new link locks the payout before the payment, as a refund and a payout that ends do", async () => {
  await endAsPaidOut();
  const { refund } = await request();
  const rates = { rate: () => Promise.resolve(null) };
  const { replaced } = await database.holding(`SELECT FROM payout WHERE payment_id = '${id}' FOR UPDATE`, async () => {
    const replaced = replaceRefundLink(scope, refund.id, rates);
    await database.untilBlocked(1);
    // Not locked by the one that waits.
    await database.query("SELECT FROM payment WHERE id = $1 FOR UPDATE NOWAIT", [id]);
    return { replaced };
  });
  expect((await replaced).url).not.toBeNull();
  expect(await refunds()).toEqual(["cancelled", "requested"]);
});

test("new links, refunds and payouts that are recorded at once never wait for each other in a circle", async () => {
  await endAsPaidOut();
  const part = { amount: { unit: `caip19/${assetOf(usdc)}`, value: "1000" } };
  let last = (await request(part)).refund.id;
  const rates = { rate: () => Promise.resolve(null) };
  for (let round = 0; round < 30; round += 1) {
    const [replaced, ...others] = await Promise.all([
      replaceRefundLink(scope, last, rates),
      request(part),
      request(part),
    ]);
    expect(others).toHaveLength(2);
    last = replaced.refund.id;
  }
});

test.for<[string, Partial<PreparedRefund>, () => unknown, RegExp]>([
  [
    "of another amount",
    { amount: { unit: `caip19/${assetOf(usdc)}`, value: "11999999" } },
    () => {},
    /must be 12.000000 USDC/,
  ],
  ["to a declined buyer", { isBuyerDeclined: true }, () => {}, /declined by the compliance screening/],
  ["that isn't worth its gas", { least: owed + 1n }, () => {}, /to cover network costs/],
  [
    "of which a part was marked, so that less is left",
    {},
    () => request({ mode: "mark", amount: { unit: "iso4217/USD", value: "51" } }),
    /^The treasury holds 12.000000 USDC .* other refunds leave only 11.990000 USDC/,
  ],
  [
    "in a treasury without a key",
    {},
    () => database.query("UPDATE relayer_wallet SET is_active = false"),
    /whose key this installation doesn't have/,
  ],
])("a refund %s is refused, and the money stays held", async ([, more, prepare, message]) => {
  await prepare();
  await expect(request(more)).rejects.toThrow(message);
  await database.query("UPDATE relayer_wallet SET is_active = true");
  expect(await payout()).toMatchObject({ state: "held", refund_id: null });
});

test("a refund that fails is retried to the buyer, and once it has failed for good, the money can be paid out", async () => {
  const { refund } = await request();
  const failure = { paymentId: id, refundId: refund.id };
  await database.query("UPDATE payout SET state = 'submitted' WHERE payment_id = $1", [id]);
  await inTransaction((tx) => failPayout(tx, { paymentId: id, attempt: 1 }, "the token is paused"));
  await settle();
  await expect(payOut()).rejects.toMatchObject({ message: expect.stringMatching(/is being returned to the buyer/) });
  const [before] = (await readPaymentDetail(scope, id)).refunds;
  expect(before).toMatchObject({ storedState: "processing", failure: "the token is paused" });
  await inTransaction((tx) => releaseHeldMoney(tx, failure, "refused", new Date()));
  expect(await payout()).toEqual({ state: "held", attempt: 2, destination: null, refund_id: null });
  expect(await refunds()).toEqual(["failed"]);
  expect(await payOut()).toMatchObject({ attempt: 2, destination: `eip155:8453:${merchant}` });
  expect(await events()).toEqual(["refund_ordered", "refund_failed", "refund_failed", "settlement_ordered"]);
});

test("an order of all that is held leaves out a payout whose refund has failed since", async () => {
  const other = id;
  id = await createTestPayment(partner);
  await payWithPayout(id, usdc);
  const { refund } = await request();
  await settle();
  await orderAll();
  await database.query("UPDATE payout SET state = 'failed', failure = 'paused' WHERE payment_id = $1", [id]);
  await inTransaction((tx) => releaseHeldMoney(tx, { paymentId: id, refundId: refund.id }, "refused", new Date()));
  await advanceBulkPayouts();
  expect(await payout()).toMatchObject({ state: "held" });
  id = other;
  expect(await payout()).toMatchObject({ state: "pending" });
});

test("a refund whose payout disagrees with it is found", async () => {
  const { refund } = await request();
  const found = async () => [
    await listInconsistentPayments(ownDatabase, 10, { payments: [id] }),
    (await listInconsistentRefunds(ownDatabase, 10, [id])).map(({ fault }) => fault),
    await listMisbookedRefunds(ownDatabase, 10, [id]),
  ];
  const nothing = (await found())[0];
  expect((await found()).slice(1)).toEqual([[], []]);
  await database.query("UPDATE payout SET state = 'submitted' WHERE payment_id = $1", [id]);
  await database.query("UPDATE payout SET state = 'final' WHERE payment_id = $1", [id]);
  expect(await found()).toEqual([nothing, ["payout_disagrees"], []]);
  expect(refund.isFromTreasury).toBe(true);
});

test("a lost refund is made again once, unless the money was refunded another way meanwhile", async () => {
  const restore = (isProven = false) => inTransaction((tx) => restoreHeldRefund(tx, id, { isProven }));
  expect([await restore(), await restore()]).toEqual([true, false]);
  expect([await refunds(), await payout()]).toMatchObject([["processing"], { state: "pending", destination: buyer }]);
  id = await createTestPayment(partner);
  await payWithPayout(id, usdc);
  await request({ mode: "mark" });
  expect([await restore(), await restore(true)]).toEqual([false, false]);
  expect(await payout()).toMatchObject({ state: "held" });
});
