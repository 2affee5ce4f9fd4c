import type { TransactionReceipt } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assetOf } from "#lib/chain/tokens.ts";
import { clock, useClock } from "#lib/core/clock.ts";
import { eventTypes } from "#lib/core/event-types.ts";
import { newId, type PaymentId, type RefundId } from "#lib/core/ids.ts";
import { database as on } from "#lib/db/pool.ts";
import { signals } from "#lib/db/signals.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { recordEvents } from "#lib/domain/events/record-events.ts";
import { createMerchant } from "#lib/domain/merchants/create-merchant.ts";
import { deleteMerchant } from "#lib/domain/merchants/delete-merchant.ts";
import { applyDueDestinations } from "#lib/domain/merchants/settlement-destinations/apply-due-destinations.ts";
import { changeSettlementDestination } from "#lib/domain/merchants/settlement-destinations/change-settlement-destination.ts";
import { registerSettlementDestinations } from "#lib/domain/merchants/settlement-destinations/register-settlement-destinations.ts";
import { removeSettlementDestination } from "#lib/domain/merchants/settlement-destinations/remove-settlement-destination.ts";
import { revokePendingDestination } from "#lib/domain/merchants/settlement-destinations/revoke-pending-destination.ts";
import { setDestinationOfDeleted } from "#lib/domain/merchants/settlement-destinations/set-destination-of-deleted.ts";
import { reactivateMerchant, suspendMerchant } from "#lib/domain/merchants/suspend-merchant.ts";
import { updateMerchant } from "#lib/domain/merchants/update-merchant.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import { cancelPayment } from "#lib/domain/payments/cancel-payment.ts";
import { recordCollected } from "#lib/domain/payments/collection/record-collection.ts";
import { depositExceptionKinds } from "#lib/domain/payments/deposit-exception-kinds.ts";
import { expirePayments } from "#lib/domain/payments/expire-payments.ts";
import { failPayout, recordPayout } from "#lib/domain/payments/payouts/record-payout.ts";
import { createRefund } from "#lib/domain/payments/refund-requests/create-refund.ts";
import { cancelRefund } from "#lib/domain/payments/refunds/cancel-refund.ts";
import { expireRefunds } from "#lib/domain/payments/refunds/expire-refunds.ts";
import {
  recordConfirmedRefund,
  recordFailedRefund,
  recordPaidRefund,
} from "#lib/domain/payments/refunds/record-refund.ts";
import { findRefund } from "#lib/domain/payments/refunds/repository.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, bringTo, createTestPayment, makeEvent, scopeOf } from "#test/domain/create-test-payment.ts";
import { makeOption } from "#test/domain/make-option.ts";
import { payWithPayout } from "#test/domain/pay-with-payout.ts";
import { createPartner, getToken, type TestPartner } from "#test/stack/partner.ts";
import { until } from "#test/until.ts";

const asset = assetOf(getToken("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"));
const [first, second] = [
  "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  "eip155:8453:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
] as const;

let service: ServiceDatabase;
let partner: TestPartner;
let restoreClock = () => {};

beforeAll(async () => {
  service = await startDatabase({ DESTINATION_DELAY_HOURS: "24", RPC_URLS_8453: "http://127.0.0.1:1" });
});
beforeEach(async () => {
  partner = await createPartner();
});
afterEach(() => {
  restoreClock();
  restoreClock = () => {};
});
afterAll(() => service.stop());

const passHours = (hours: number) => {
  const now = clock.now().getTime() + hours * 3_600_000;
  restoreClock = useClock({ now: () => new Date(now) });
};

/** The partner's events, oldest first, after the creation of its first key. */
const recorded = () =>
  service.query<{ type: string; version: number | null; data: Record<string, unknown> | null }>(
    `SELECT type, payment_version AS version, data FROM event
     WHERE partner_id = $1 AND data->>'name' IS DISTINCT FROM 'test' ORDER BY id`,
    [partner.partnerId],
  );
const told = async () => (await recorded()).map(({ type, version }) => [type, version]);

/** A receipt without logs, of a transaction of its own. */
function makeReceipt(): TransactionReceipt {
  const transactionHash = `0x${newId("att", clock.now())}`;
  const receipt = { transactionHash, blockNumber: 7n, blockHash: "0x07", status: "success", logs: [] };
  return receipt as unknown as TransactionReceipt;
}

/** Records the collection of a payment, whose money the router forwards or the treasury holds. */
async function collect(id: PaymentId, isHeld: boolean): Promise<void> {
  const event = makeEvent("collected");
  if (event.type !== "collected") throw new Error("no collection was made");
  const option = makeOption(id, { isHeld });
  await inTransaction((tx) => recordCollected(tx, [{ option, receipt: makeReceipt(), logIndex: 0, event }]));
}

async function requestRefund(paymentId: PaymentId): Promise<RefundId> {
  const request = { paymentId, mode: "request", least: null, isBuyerDeclined: false } as const;
  return (await inTransaction((tx) => createRefund(tx, scopeOf(partner), request))).refund.id;
}

const mark = (paymentId: PaymentId, value?: string) => {
  const amount = value === undefined ? undefined : { unit: `caip19/${asset}`, value };
  return inTransaction((tx) =>
    createRefund(tx, scopeOf(partner), { paymentId, mode: "mark", amount, least: null, isBuyerDeclined: false }),
  );
};

async function signRefund(id: RefundId): Promise<void> {
  const refund = await findRefund(on, id);
  if (refund === null) throw new Error("there is no refund");
  const signature = { attemptId: newId("att", clock.now()), account: refund.recipient };
  await inTransaction((tx) => recordConfirmedRefund(tx, refund, signature, clock.now()));
}

const paid = [
  ["payment.created", 0],
  ["payment.processing", 1],
  ["payment.succeeded", 2],
] as const;
const settled = [...paid, ["payout.sent", 3]] as const;

/** Brings a payment to succeeded with its payout sent. */
async function settle(id: PaymentId): Promise<void> {
  await payWithPayout(id);
  await applyEvent(id, "settled");
}

/** Each way in which a payment changes, by the function that does so in production, and its public events. */
const changes: Record<
  string,
  { make(id: PaymentId): Promise<unknown>; tells: readonly (readonly [string, number])[] }
> = {
  "is created": { make: async () => undefined, tells: paid.slice(0, 1) },
  "is confirmed": { make: (id) => bringTo(id, "processing"), tells: paid.slice(0, 2) },
  "is collected and forwarded": {
    make: async (id) => {
      await bringTo(id, "processing");
      await collect(id, false);
    },
    tells: settled,
  },
  "is collected and held": {
    make: async (id) => {
      await bringTo(id, "processing");
      await collect(id, true);
    },
    tells: [...paid, ["payout.held", 2]],
  },
  "is recovered": {
    make: (id) => applyEvent(id, "recovered"),
    tells: [
      ["payment.created", 0],
      ["payment.succeeded", 1],
    ],
  },
  "fails on chain": { make: (id) => bringTo(id, "failed"), tells: [...paid.slice(0, 2), ["payment.failed", 2]] },
  "is declined": {
    make: (id) => applyEvent(id, "declined"),
    tells: [
      ["payment.created", 0],
      ["payment.failed", 1],
    ],
  },
  expires: {
    make: async () => {
      passHours(1);
      await expirePayments();
      await expirePayments();
    },
    tells: [
      ["payment.created", 0],
      ["payment.expired", 1],
    ],
  },
  "is cancelled twice": {
    make: async (id) => {
      await cancelPayment(scopeOf(partner), id, "cancelled_by_merchant");
      await cancelPayment(scopeOf(partner), id, "cancelled_by_merchant");
    },
    tells: [
      ["payment.created", 0],
      ["payment.cancelled", 1],
    ],
  },
  "has its payout fail, ordered again and fail on chain": {
    make: async (id) => {
      await payWithPayout(id);
      await service.query("UPDATE payout SET state = 'pending', destination = $2 WHERE payment_id = $1", [id, first]);
      await service.query("UPDATE payout SET state = 'submitted' WHERE payment_id = $1", [id]);
      await inTransaction((tx) => failPayout(tx, { paymentId: id, attempt: 1 }, "the account is frozen"));
      await applyEvent(id, "settlement_retried");
      await service.query("UPDATE payout SET state = 'pending', attempt = 2, failure = NULL WHERE payment_id = $1", [
        id,
      ]);
      await service.query("UPDATE payout SET state = 'submitted' WHERE payment_id = $1", [id]);
      await inTransaction((tx) => recordPayout(tx, { paymentId: id, attempt: 2 }, makeReceipt()));
    },
    tells: [...paid, ["payout.failed", 3], ["payout.failed", 5]],
  },
  "is marked as refunded": {
    make: async (id) => {
      await settle(id);
      await mark(id);
    },
    tells: [...settled, ["refund.marked", 4]],
  },
  "is marked as refunded in two parts": {
    make: async (id) => {
      await settle(id);
      await mark(id, "500000");
      await mark(id);
    },
    tells: [...settled, ["refund.marked", 4], ["refund.marked", 5]],
  },
  "is refunded by the merchant's wallet, after a failed transaction": {
    make: async (id) => {
      await settle(id);
      const refundId = await requestRefund(id);
      await signRefund(refundId);
      await inTransaction((tx) => recordFailedRefund(tx, { refundId, paymentId: id }, "it reverted"));
      await signRefund(refundId);
      const option = { ...makeOption(id), refundId };
      await inTransaction((tx) => recordPaidRefund(tx, { option, receipt: makeReceipt(), logIndex: 0 }));
    },
    tells: [...settled, ["refund.requested", 4], ["refund.succeeded", 8]],
  },
  "has its refund cancelled and another one expire": {
    make: async (id) => {
      await settle(id);
      await cancelRefund(scopeOf(partner), await requestRefund(id));
      await requestRefund(id);
      passHours(8 * 24);
      await expireRefunds();
    },
    tells: [
      ...settled,
      ["refund.requested", 4],
      ["refund.cancelled", 5],
      ["refund.requested", 6],
      ["refund.expired", 7],
    ],
  },
};

describe("the events of a payment that", () => {
  test.for(Object.entries(changes))("%s", async ([, { make, tells }]) => {
    await make(await createTestPayment(partner));
    expect(await told()).toEqual(tells);
  });
});

test.for(depositExceptionKinds)(
  "money at an address of a payment that is %s tells of it, and nothing else",
  async (kind) => {
    const later = new Date(Date.now() + 7_200_000);
    const id = await createTestPayment(partner, {}, undefined, later);
    await service.query("UPDATE payment SET has_deposit_address = true WHERE id = $1", [id]);
    await inTransaction((tx) => applyPaymentEvent(tx, id, makeEvent(`deposit_${kind}`)));
    expect(await told()).toEqual([
      ["payment.created", 0],
      [`deposit.${kind}`, 1],
    ]);
  },
);

describe("an event of a payment", () => {
  test("is not recorded by a transaction that is rolled back", async () => {
    const id = await createTestPayment(partner);
    const undone = inTransaction(async (tx) => {
      const event = makeEvent("cancelled");
      await applyPaymentEvent(tx, id, event);
      throw new Error("rolled back");
    });
    await expect(undone).rejects.toThrow("rolled back");
    expect(await told()).toEqual([["payment.created", 0]]);
  });

  test.for([false, true])(
    "is later than the one before, which a process with a clock ahead has recorded (held: %s)",
    async (isHeld) => {
      const id = await createTestPayment(partner);
      const isAhead = clock.now().getTime() + 5_000;
      restoreClock = useClock({ now: () => new Date(isAhead) });
      await inTransaction((tx) => applyPaymentEvent(tx, id, makeEvent("confirmed")));
      restoreClock();
      await collect(id, isHeld);
      await inTransaction((tx) => applyPaymentEvent(tx, id, makeEvent("refund_requested")));
      expect((await told()).map(([type]) => type)).toEqual([
        "payment.created",
        "payment.processing",
        "payment.succeeded",
        isHeld ? "payout.held" : "payout.sent",
        "refund.requested",
      ]);
      const history = await service.query<{ at: Date }>(
        "SELECT created_at AS at FROM payment_event WHERE payment_id = $1 ORDER BY version",
        [id],
      );
      const times = history.map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(0)).toBeLessThan(times.at(1) ?? 0);
    },
  );

  test("can't be recorded twice for a version", async () => {
    const paymentId = await createTestPayment(partner);
    const { partnerId, merchantId } = partner;
    const event = { type: "payment.created", partnerId, merchantId, about: { paymentId, version: 0 } } as const;
    await expect(inTransaction((tx) => recordEvents(tx, [event], clock.now()))).rejects.toThrow("event_of_payment");
  });

  test("goes to the endpoints that want it, with a delivery each, and wakes them", async () => {
    const now = new Date();
    const endpoint = async (fields: Record<string, unknown>) => {
      const id = newId("whe", now);
      const base = { id, partner_id: partner.partnerId, url: "https://shop.example/hooks", api_version: "2026-02-18" };
      const row = { ...base, secret_key_id: "k", secret: "\\x00", created_at: now, updated_at: now, state: "enabled" };
      await service.query(`INSERT INTO webhook_endpoint SELECT (jsonb_populate_record(NULL::webhook_endpoint, $1)).*`, [
        JSON.stringify({ description: "", event_types: [], merchant_ids: [], failures: 0, ...row, ...fields }),
      ]);
      return id;
    };
    const all = await endpoint({});
    const some = await endpoint({ event_types: ["payment.cancelled"], merchant_ids: [partner.merchantId] });
    await endpoint({ merchant_ids: ["mrch_other"] });
    await endpoint({ deleted_at: now });
    await endpoint({ state: "disabled", disabled_reason: "it failed" });
    const stranger = await createPartner();
    await endpoint({ partner_id: stranger.partnerId });
    const id = await createTestPayment(partner);
    await cancelPayment(scopeOf(partner), id, "cancelled_by_merchant");
    const deliveries = await service.query(
      `SELECT d.endpoint_id, e.type, d.subject FROM webhook_delivery d JOIN event e ON e.id = d.event_id
       ORDER BY d.event_id, d.endpoint_id = $1 DESC`,
      [all],
    );
    expect(deliveries).toEqual([
      { endpoint_id: all, type: "payment.created", subject: id },
      { endpoint_id: all, type: "payment.cancelled", subject: id },
      { endpoint_id: some, type: "payment.cancelled", subject: id },
    ]);
    const woken = new Set<string>();
    const stop = signals().listen("till_event", (partnerIds) => {
      for (const partnerId of partnerIds) woken.add(partnerId);
    });
    // It takes a moment to listen, so one signal may be missed.
    await until("a signal of the new events", async () => {
      await createTestPayment(partner);
      return woken.size > 0;
    });
    stop();
    expect([...woken]).toEqual([partner.partnerId]);
  });
});

describe("the events of a merchant", () => {
  const scope = () => ({ partnerId: partner.partnerId, merchantId: null });
  const inTx = inTransaction;
  const changesOf = async () =>
    (await recorded())
      .filter(({ type }) => type === "settlement_destination.changed")
      .map(({ data }) => [data?.change, data?.from, data?.to, data?.takesEffectAt !== null]);

  test("tell its creation, its changes and its deletion, each with its state, and no repeated ones", async () => {
    const profile = { name: "Corner", email: "corner@shop.example", icon: null, onlySettleableTokens: false };
    const { id } = await inTx((tx) => createMerchant(tx, scope(), profile));
    await inTx((tx) => updateMerchant(tx, scope(), id, { name: "Corner shop" }));
    for (const act of [suspendMerchant, suspendMerchant, reactivateMerchant]) await inTx((tx) => act(tx, scope(), id));
    for (let time = 0; time < 2; time += 1) await inTx((tx) => deleteMerchant(tx, scope(), id));
    expect((await recorded()).map(({ type, data }) => [type, data?.id, data?.name, data?.status])).toEqual([
      ["merchant.created", id, "Corner", "active"],
      ["merchant.updated", id, "Corner shop", "active"],
      ["merchant.updated", id, "Corner shop", "suspended"],
      ["merchant.updated", id, "Corner shop", "active"],
      ["merchant.deleted", id, "Corner shop", "active"],
    ]);
  });

  test("tell what happens to its settlement destination, with the accounts before and after", async () => {
    const { merchantId } = partner;
    const register = (destination: string) =>
      inTx((tx) => registerSettlementDestinations(tx, scope(), merchantId, [{ asset, destination }]));
    const change = (id: string, account: string) =>
      inTx((tx) => changeSettlementDestination(tx, scope(), merchantId, id, account));
    const [{ id } = { id: "" }] = await register(first);
    await change(id, first);
    await change(id, second);
    await change(id, second);
    await change(id, first);
    await change(id, second);
    await inTx((tx) => revokePendingDestination(tx, scope(), merchantId, id, second));
    await change(id, second);
    passHours(25);
    await applyDueDestinations();
    await inTx((tx) => removeSettlementDestination(tx, scope(), merchantId, id));
    expect(await changesOf()).toEqual([
      ["added", null, first, false],
      ["pending", first, second, true],
      ["revoked", second, first, false],
      ["pending", first, second, true],
      ["revoked", second, first, false],
      ["pending", first, second, true],
      ["took_effect", first, second, false],
      ["removed", second, null, false],
    ]);
  });

  test("tell where its held money goes once it is deleted", async () => {
    const { merchantId } = partner;
    await inTx((tx) => deleteMerchant(tx, scope(), merchantId));
    await inTx((tx) => setDestinationOfDeleted(tx, scope(), merchantId, asset, first));
    passHours(25);
    await applyDueDestinations();
    expect(await changesOf()).toEqual([
      ["pending", null, first, true],
      ["took_effect", null, first, false],
    ]);
  });
});

test("the event of a new API key has all but its secret", async () => {
  const { id, secret } = await createApiKey(partner.partnerId, "Shop", ["payments:read"]);
  const [event] = (await recorded()).slice(-1);
  expect(event).toMatchObject({ type: "api_key.created", data: { id, name: "Shop", permissions: ["payments:read"] } });
  expect(event?.data?.hint).toBe(secret.slice(-4));
  expect(JSON.stringify(event)).not.toContain(secret.slice(0, 20));
});

test("every type but those of webhooks and of a refund that fails for good is recorded above", async () => {
  const rows = await service.query<{ type: string }>("SELECT DISTINCT type FROM event");
  const missing = eventTypes.filter((type) => !rows.some((row) => row.type === type));
  expect(missing).toEqual(["refund.failed", "webhook_endpoint.disabled"]);
});
