import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { assetOf } from "#lib/chain/tokens.ts";
import { actAs } from "#lib/core/actor.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { setDestinationOfDeleted } from "#lib/domain/merchants/settlement-destinations/set-destination-of-deleted.ts";
import { advanceBulkPayouts } from "#lib/domain/payments/payouts/bulk/advance-bulk-payouts.ts";
import { requestBulkPayout } from "#lib/domain/payments/payouts/bulk/request-bulk-payout.ts";
import { listHeldMoneyOf } from "#lib/domain/payments/payouts/held/held-money.ts";
import { payOutNow } from "#lib/domain/payments/payouts/pay-out-now.ts";
import { log } from "#lib/log/log.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment, scopeOf } from "#test/domain/create-test-payment.ts";
import { holdMany } from "#test/domain/hold-many.ts";
import { owed, payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, setDestination, type TestPartner } from "#test/stack/partner.ts";

const usdt = getToken("eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955");
const usdc = getToken("eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d");
const asset = assetOf(usdt);
const first = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const second = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const account = (address: string) => `eip155:56:${address}`;

let database: ServiceDatabase;
let partner: TestPartner;
let scope: PartnerScope;
let id: PaymentId;

beforeAll(async () => {
  database = await startDatabase({
    PUBLIC_URL: "http://till.test",
    LOG_LEVEL: "silent",
    // Orders advance on enabled chains only; no node is asked.
    RPC_URLS_56: "http://127.0.0.1:1",
  });
});
afterAll(() => database.stop());
beforeEach(async () => {
  // Orders of another test would advance too, and its payouts fill the chain's queue.
  await database.query("UPDATE payout SET state = 'submitted' WHERE state = 'pending'");
  await database.query("UPDATE bulk_payout SET state = 'completed' WHERE state = 'running'");
  partner = await createPartner();
  scope = { partnerId: partner.partnerId, merchantId: null };
  id = await hold();
});

/** Creates a succeeded payment whose money is held. */
async function hold(of = partner, token = usdt): Promise<PaymentId> {
  const paymentId = await createTestPayment(of);
  await payWithPayout(paymentId, token);
  return paymentId;
}

const order = (as: PartnerScope = scope, merchantId: string = partner.merchantId) =>
  inTransaction((tx) => requestBulkPayout(tx, as, merchantId, asset));
const orders = () =>
  database.query("SELECT id, state, reason, payouts, opened FROM bulk_payout WHERE merchant_id = $1 ORDER BY id", [
    partner.merchantId,
  ]);
const payouts = (of = partner, token = usdt) =>
  database.query<{ state: string; destination: string | null; count: number }>(
    `SELECT state, destination, count(*)::int AS count FROM payout WHERE merchant_id = $1 AND asset = $2
     GROUP BY state, destination ORDER BY state`,
    [of.merchantId, assetOf(token)],
  );
const countEvents = async (type: string) =>
  (
    await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM payment_event e JOIN payment p ON p.id = e.payment_id
       WHERE p.merchant_id = $1 AND e.type = $2`,
      [partner.merchantId, type],
    )
  )[0]?.count;
/** Moves the partner's payouts that are under way. */
const move = (state: "submitted" | "final") =>
  database.query("UPDATE payout SET state = $2::payout_state WHERE merchant_id = $1 AND state <> 'held'", [
    partner.merchantId,
    state,
  ]);
const deleteMerchant = () =>
  database.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [partner.merchantId]);

/** Fails the partner's payouts for good. */
const failAll = () =>
  database.query(
    `UPDATE payout SET state = 'failed', failure = 'blocked', retry_at = NULL, updated_at = now()
     WHERE merchant_id = $1 AND state <> 'held'`,
    [partner.merchantId],
  );

describe("a bulk payout", () => {
  beforeEach(() => setDestination(partner, usdt, first));

  test("pays out all that is held for the merchant in the asset, and nothing else", async () => {
    await holdMany(id, 1);
    await hold(partner, usdc);
    const other = await createPartner();
    await hold(other);
    const placed = await order();
    expect(placed).toMatchObject({ state: "running", payouts: 2, amount: owed * 2n, destination: account(first) });
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([{ state: "completed", opened: 2 }]);
    expect(await countEvents("settlement_ordered")).toBe(2);
    expect(await payouts(partner, usdc)).toMatchObject([{ state: "held", count: 1 }]);
    expect(await payouts(other)).toMatchObject([{ state: "held", count: 1 }]);
  });

  test("ordered five times at once, and advanced by three workers, opens each payout once", async () => {
    await holdMany(id, 1);
    const placed = await Promise.all(Array.from({ length: 5 }, () => order()));
    expect(new Set(placed.map((each) => each.id)).size).toBe(1);
    await Promise.all([advanceBulkPayouts(), advanceBulkPayouts(), advanceBulkPayouts()]);
    expect(await orders()).toMatchObject([{ state: "completed", payouts: 2, opened: 2 }]);
    expect(await payouts()).toEqual([{ state: "pending", destination: account(first), count: 2 }]);
    expect(await countEvents("settlement_ordered")).toBe(2);
  });

  test("waits for a payout that is being ordered by itself, and doesn't open it again", async () => {
    await order();
    await inTransaction(async (tx) => {
      await payOutNow(tx, scope, id);
      await advanceBulkPayouts();
      expect(await orders()).toMatchObject([{ state: "running", opened: 0 }]);
    });
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([{ state: "completed", opened: 0 }]);
    expect(await countEvents("settlement_ordered")).toBe(1);
  });

  test("that ended after it was listed opens nothing, and that is no fault", async () => {
    await order();
    const warn = vi.spyOn(log(), "warn");
    const destinations = `SELECT FROM settlement_destination WHERE merchant_id = '${partner.merchantId}' FOR UPDATE`;
    const { advancing } = await database.holding(destinations, async () => {
      const begun = advanceBulkPayouts();
      await database.untilBlocked(1);
      const end = "UPDATE bulk_payout SET state = 'stopped', reason = 'a person did' WHERE merchant_id = $1";
      await database.query(end, [partner.merchantId]);
      return { advancing: begun };
    });
    await advancing;
    expect(await payouts()).toMatchObject([{ state: "held", count: 1 }]);
    expect(await orders()).toMatchObject([{ state: "stopped", opened: 0 }]);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test("has at most 256 payouts under way, and continues when they have ended", async () => {
    await holdMany(id, 299);
    await order();
    await advanceBulkPayouts();
    expect(await payouts()).toMatchObject([
      { state: "held", count: 44 },
      { state: "pending", count: 256 },
    ]);
    await move("submitted");
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([{ state: "running", payouts: 300, opened: 256 }]);
    await move("final");
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([{ state: "completed", opened: 300 }]);
  });

  test("waits while 256 transactions wait on its chain, and another merchant's order has its turn", async () => {
    await holdMany(id, 299);
    await order();
    const other = await createPartner();
    await hold(other);
    await setDestination(other, usdt, first);
    await order({ partnerId: other.partnerId, merchantId: null }, other.merchantId);
    await advanceBulkPayouts();
    expect(await payouts(other)).toMatchObject([{ state: "held" }]);
    await move("submitted");
    await advanceBulkPayouts();
    expect(await payouts(other)).toMatchObject([{ state: "pending" }]);
    expect(await orders()).toMatchObject([{ state: "running", opened: 256 }]);
  });

  test("stops when the destination has changed, and the next one goes to the new destination", async () => {
    await order();
    await setDestination(partner, usdt, second);
    await advanceBulkPayouts();
    const stopped = { state: "stopped", reason: expect.stringContaining("changed or removed"), opened: 0 };
    expect(await orders()).toMatchObject([stopped]);
    expect(await payouts()).toEqual([{ state: "held", destination: null, count: 1 }]);
    await order();
    await setDestination(partner, usdt, first);
    await order();
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([stopped, stopped, { state: "completed", opened: 1 }]);
    expect(await payouts()).toEqual([{ state: "pending", destination: account(first), count: 1 }]);
  });

  test("stops when a payout to its destination has failed for good, and waits while the refusal may pass", async () => {
    await holdMany(id, 256);
    await order();
    await advanceBulkPayouts();
    const fail = (retryAt: Date | null) =>
      database.query(
        `UPDATE payout SET state = 'failed', failure = 'blocked', retry_at = $2, updated_at = now()
         WHERE merchant_id = $1 AND state <> 'held'`,
        [partner.merchantId, retryAt],
      );
    await fail(new Date());
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([{ state: "running", payouts: 257, opened: 256 }]);
    await fail(null);
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([{ state: "stopped", reason: "blocked", opened: 256 }]);
    expect(await payouts()).toMatchObject([
      { state: "held", count: 1 },
      { state: "failed", count: 256 },
    ]);
  });

  test("also pays what has failed for good, at a destination that has changed since, each as a new attempt", async () => {
    await holdMany(id, 2);
    await order();
    await advanceBulkPayouts();
    await failAll();
    await setDestination(partner, usdt, second);
    expect(await listHeldMoneyOf(scopeOf(partner))).toMatchObject([{ payments: 3, amount: owed * 3n }]);
    const reopened = await order();
    expect(reopened).toMatchObject({ state: "running", payouts: 3, destination: account(second) });
    await advanceBulkPayouts();
    expect(await payouts()).toEqual([{ state: "pending", destination: account(second), count: 3 }]);
    const attempts = "SELECT DISTINCT attempt, failure FROM payout WHERE merchant_id = $1";
    expect(await database.query(attempts, [partner.merchantId])).toEqual([{ attempt: 2, failure: null }]);
    await failAll();
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([{ state: "completed" }, { state: "completed", opened: 3 }]);
    expect(await payouts()).toMatchObject([{ state: "failed", count: 3 }]);
  });

  test("leaves the last fifth of the partner's gas budget to its buyers, and continues when it has grown", async () => {
    const setBudget = (cents: number | null) =>
      database.query("UPDATE partner SET gas_budget = $2 WHERE id = $1", [partner.partnerId, cents]);
    await order();
    await setBudget(0);
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([{ state: "running", opened: 0 }]);
    await setBudget(null);
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([{ state: "completed", opened: 1 }]);
  });

  test("does not wait for the payouts of a retired wallet, and pays nothing that such a wallet holds", async () => {
    const other = await createPartner();
    const otherId = await hold(other);
    await holdMany(otherId, 300);
    const retired = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
    await database.query(
      "INSERT INTO relayer_wallet (chain_id, address, next_nonce, is_active) VALUES (56, $1, 0, false) ON CONFLICT DO NOTHING",
      [retired],
    );
    await database.query("ALTER TABLE payout DISABLE TRIGGER payout_guard");
    await database.query(
      "UPDATE payout SET treasury = $2, state = 'pending', destination = $3 WHERE merchant_id = $1 AND payment_id <> $4",
      [other.merchantId, retired, account(first), otherId],
    );
    await database.query("UPDATE payout SET treasury = $2 WHERE payment_id = $1", [otherId, retired]);
    await database.query("ALTER TABLE payout ENABLE TRIGGER payout_guard");
    await order();
    await advanceBulkPayouts();
    expect(await orders()).toMatchObject([{ state: "completed", opened: 1 }]);
    await setDestination(other, usdt, first);
    const whose = { partnerId: other.partnerId, merchantId: null };
    expect(await listHeldMoneyOf(scopeOf(other))).toMatchObject([{ payments: 1, payable: { payments: 0 } }]);
    await expect(order(whose, other.merchantId)).rejects.toMatchObject({
      message: expect.stringMatching(/whose key this installation/),
    });
    await expect(inTransaction((tx) => payOutNow(tx, whose, otherId))).rejects.toMatchObject({
      message: expect.stringMatching(/whose key/),
    });
  });

  test("is in the audit log under its actor, with its end", async () => {
    const actor = { kind: "user", id: "usr_1", name: "owner@till.example" } as const;
    const { id: orderId } = await actAs(actor, () => order());
    await advanceBulkPayouts();
    const entries = await database.query(
      "SELECT partner_id, action, actor_name, after ->> 'state' AS state FROM audit_entry WHERE subject_id = $1 ORDER BY id",
      [orderId],
    );
    const common = { partner_id: partner.partnerId };
    expect(entries).toEqual([
      { ...common, action: "bulk_payout.created", actor_name: actor.name, state: "running" },
      { ...common, action: "bulk_payout.updated", actor_name: null, state: "completed" },
    ]);
  });
});

describe("a bulk payout is refused", () => {
  test("without a destination, without held money, and for money that only the treasury's owner can send", async () => {
    await expect(order()).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringMatching(/no settlement destination/),
    });
    const empty = await createPartner({ settlements: [{ token: usdt, address: first }] });
    const nothing = order({ partnerId: empty.partnerId, merchantId: null }, empty.merchantId);
    await expect(nothing).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringMatching(/^Nothing is held/),
    });
    await setDestination(partner, usdt, first);
    await database.query("DELETE FROM relayer_wallet");
    await expect(order()).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringMatching(/Its owner has to send it\.$/),
    });
    expect(await listHeldMoneyOf(scopeOf(partner))).toMatchObject([
      { payments: 1, payable: { payments: 0, amount: 0n } },
    ]);
    expect(await orders()).toEqual([]);
  });

  test("to another partner, for whom neither the merchant nor its money exists", async () => {
    await setDestination(partner, usdt, first);
    await deleteMerchant();
    const { partnerId } = await createPartner();
    const stranger = { partnerId, merchantId: null };
    await expect(order(stranger)).rejects.toMatchObject({ code: "not_found" });
    await expect(redirect(second, stranger)).rejects.toMatchObject({ code: "not_found" });
    expect(await listHeldMoneyOf({ partnerId, merchantId: partner.merchantId })).toEqual([]);
    expect(await orders()).toEqual([]);
  });
});

const redirect = (to: string, as: PartnerScope = scope) =>
  inTransaction((tx) => setDestinationOfDeleted(tx, as, partner.merchantId, asset, account(to)));

describe("the money of a deleted merchant", () => {
  beforeEach(async () => {
    await setDestination(partner, usdt, first);
    await deleteMerchant();
  });

  test("is paid to the destination that it had", async () => {
    await order();
    await advanceBulkPayouts();
    expect(await payouts()).toEqual([{ state: "pending", destination: account(first), count: 1 }]);
  });

  test("is paid to another account that the partner chooses, which the audit log records", async () => {
    const actor = { kind: "user", id: "usr_1", name: "owner@till.example" } as const;
    await actAs(actor, () => redirect(second));
    await order();
    await advanceBulkPayouts();
    expect(await payouts()).toEqual([{ state: "pending", destination: account(second), count: 1 }]);
    const entries = await database.query(
      `SELECT actor_name, before ->> 'destination' AS before, after ->> 'destination' AS after FROM audit_entry
       WHERE partner_id = $1 AND action = 'crypto_settlement.updated'`,
      [partner.partnerId],
    );
    expect(entries).toEqual([{ actor_name: actor.name, before: account(first), after: account(second) }]);
  });

  test("is paid to another account after all of it has failed at the first", async () => {
    await inTransaction((tx) => requestBulkPayout(tx, scope, partner.merchantId, asset));
    await advanceBulkPayouts();
    await failAll();
    await redirect(second);
    await order();
    await advanceBulkPayouts();
    expect(await payouts()).toEqual([{ state: "pending", destination: account(second), count: 1 }]);
  });

  test("goes to no account that can't receive the asset", async () => {
    for (const to of ["0x0000000000000000000000000000000000000000", usdt.address]) {
      await expect(redirect(to)).rejects.toMatchObject({ code: "params_validation" });
    }
  });

  test("a merchant that isn't deleted keeps its destination", async () => {
    await database.query("UPDATE merchant SET deleted_at = NULL WHERE id = $1", [partner.merchantId]);
    await expect(redirect(second)).rejects.toMatchObject({ code: "params_validation" });
    expect(await redirect(first)).toBeNull();
    const kept = await database.query("SELECT destination FROM settlement_destination WHERE merchant_id = $1", [
      partner.merchantId,
    ]);
    expect(kept).toEqual([{ destination: account(first) }]);
  });
});

test("held money is listed with its destination and its last order", async () => {
  const [before] = await listHeldMoneyOf(scopeOf(partner));
  expect(before).toMatchObject({ asset, payments: 1, amount: owed, destination: null, lastBulkPayout: null });
  await setDestination(partner, usdt, first);
  const placed = await order();
  const [during] = await listHeldMoneyOf(scopeOf(partner));
  const lastBulkPayout = { id: placed.id, state: "running", payouts: 1, opened: 0 };
  expect(during).toMatchObject({ destination: account(first), lastBulkPayout });
});
