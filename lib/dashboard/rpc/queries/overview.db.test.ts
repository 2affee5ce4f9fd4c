import type { Hex } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Address } from "#lib/core/caip.ts";
import { useClock } from "#lib/core/clock.ts";
import { newId } from "#lib/core/ids.ts";
import { callProcedure, callQuery } from "#lib/dashboard/rpc/call-procedure.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { applyPaymentEvents } from "#lib/domain/payments/apply-payment-event.ts";
import { insertTransfers } from "#lib/domain/payments/transfers/repository.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";
import { memberOf } from "#test/dashboard/member.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { applyEvent, bringTo, createTestPayment, makeEvent } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let partner: TestPartner;
let viewer: Member;

beforeAll(async () => {
  database = await startDatabase({ PUBLIC_URL: "http://till.test", LOG_LEVEL: "silent" });
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner();
  viewer = memberOf(partner, "viewer");
});

const figuresOf = (member: Member) => callQuery("overview.figures", member, { period: "7d" });
const attentionOf = (member: Member) => callQuery("overview.attention", member, {});

test("a period has volume, payments, success rate and customers, compared with the previous one", async () => {
  const succeeded = await createTestPayment(partner);
  const cancelled = await createTestPayment(partner);
  await bringTo(succeeded, "succeeded");
  await bringTo(cancelled, "cancelled");
  const aWeekAgo = new Date(Date.now() - (7 * 24 + 1) * 3_600_000);
  const putBack = useClock({ now: () => aWeekAgo });
  await createTestPayment(partner);
  putBack();
  const figures = await figuresOf(viewer);
  expect(figures).toMatchObject({
    step: "day",
    payments: { now: 2, before: 1 },
    success: { now: { succeeded: 1, ended: 2 } },
    customers: { now: 1, before: 0 },
  });
  expect(figures.points).toEqual([
    ...Array.from({ length: 6 }, () => ({ payments: 0, succeeded: 0, ended: 0 })),
    { payments: 2, succeeded: 1, ended: 2 },
  ]);
  const [amount] = await database.query<{ fiat_value: string; fiat_currency: string }>(
    "SELECT fiat_value, fiat_currency FROM payment WHERE id = $1",
    [succeeded],
  );
  const [report, ...others] = figures.currencies;
  expect(others).toEqual([]);
  expect(report?.volume.now).toMatchObject({ value: amount?.fiat_value, symbol: amount?.fiat_currency });
  expect(report?.points).toHaveLength(7);
  expect(report?.points.at(-1)).toMatchObject({ payments: 1, volume: amount?.fiat_value, before: "0" });
  expect(report?.tokens.map(({ volume }) => volume.value)).toEqual([amount?.fiat_value]);
  expect(report?.networks.map(({ volume }) => volume.value)).toEqual([amount?.fiat_value]);
});

test("net revenue is less the fees of the period's payments and the refunds made in it, also of older payments", async () => {
  const old = new Date(Date.now() - 40 * 24 * 3_600_000);
  const putBack = useClock({ now: () => old });
  const refunded = await createTestPayment(partner);
  await bringTo(refunded, "succeeded");
  putBack();
  const value = "1250";
  await database.query(
    "UPDATE payment SET version = version + 1, refunded_amount = token_amount, refunded_at = now(), updated_at = now() WHERE id = $1",
    [refunded],
  );
  const minus = (amount: string) => String(-BigInt(amount));
  const refundOnly = await figuresOf(viewer);
  expect(refundOnly.currencies).toMatchObject([
    {
      volume: { now: { value: "0" } },
      fees: { value: "0" },
      refunded: { value },
      net: { now: { value: minus(value) } },
    },
  ]);
  expect(refundOnly.currencies[0]?.points.at(-1)).toMatchObject({ payments: 0, volume: "0", net: minus(value) });
  expect(refundOnly.currencies[0]?.tokens).toEqual([]);
  const paid = await createTestPayment(partner);
  const confirmed = { ...makeEvent("confirmed"), fee: 150_000n } as PaymentEvent;
  await inTransaction((tx) =>
    applyPaymentEvents(tx, [{ id: paid, events: [confirmed, makeEvent("collected")] }], new Date()),
  );
  expect((await figuresOf(viewer)).currencies).toMatchObject([
    { volume: { now: { value } }, fees: { value: "15" }, refunded: { value }, net: { now: { value: "-15" } } },
  ]);
  const all = await callQuery("payments.statistics", viewer, {});
  expect(all).toMatchObject({ fees: [{ value: "15" }], refunded: [{ value }], netRevenue: [{ value: "1235" }] });
});

test("nothing includes another partner's payments, merchants or keys", async () => {
  const id = await createTestPayment(partner);
  await bringTo(id, "succeeded");
  const [{ reference_id: reference } = { reference_id: "" }] = await database.query<{ reference_id: string }>(
    "SELECT reference_id FROM payment WHERE id = $1",
    [id],
  );
  const stranger = memberOf(await createPartner(), "viewer");
  expect(await figuresOf(stranger)).toMatchObject({ payments: { now: 0 }, customers: { now: 0 }, currencies: [] });
  const { settlements, merchants, keys, unsettled, steps } = await attentionOf(stranger);
  expect([settlements, keys, unsettled, steps.hasPayment]).toEqual([[], [], [], false]);
  expect(merchants.map((merchant) => merchant.id)).not.toContain(partner.merchantId);
  for (const text of [id, reference, partner.merchantId]) {
    expect(await callQuery("search.all", stranger, { text }), text).toEqual({ payments: [], merchants: [] });
  }
});

test("merchants without a destination and unused keys need attention", async () => {
  await database.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [partner.merchantId]);
  await database.query("DELETE FROM api_key WHERE partner_id = $1", [partner.partnerId]);
  const before = await attentionOf(viewer);
  expect(before.merchants.map(({ id }) => id)).toEqual([partner.merchantId]);
  expect(before.steps).toMatchObject({ merchantId: partner.merchantId, hasDestination: false, hasKey: false });
  const ages: [name: string, created: number, used: number | null, expired: number | null][] = [
    ["in use", 100, 1, null],
    ["forgotten", 100, 61, null],
    ["expires", 90, null, -1],
    ["expired", 80, null, 1],
    ["never used", 8, null, null],
    ["new", 1, null, null],
  ];
  for (const [name, created, used, expired] of ages) {
    await database.query(
      `INSERT INTO api_key (id, partner_id, name, secret_hash, hint, permissions, created_at, last_used_at, expires_at)
      VALUES ($1, $2, $3, sha256(convert_to($1, 'UTF8')), 'abcd', '{}', now() - $4 * interval '1 day',
        now() - $5 * interval '1 day', now() - $6 * interval '1 day')`,
      [newId("key", new Date()), partner.partnerId, name, created, used, expired],
    );
  }
  const { keys, steps } = await attentionOf(viewer);
  expect(keys.map(({ name }) => name)).toEqual(["expires", "forgotten", "never used"]);
  expect(steps.hasKey).toBe(true);
  await database.query("UPDATE merchant SET status = 'suspended' WHERE id = $1", [partner.merchantId]);
  expect((await attentionOf(viewer)).merchants).toEqual([]);
});

test("the search finds payments by id, transaction, buyer and part of the reference, and merchants by name and id", async () => {
  const id = await createTestPayment(partner);
  const [{ reference_id: reference, name } = { reference_id: "", name: "" }] = await database.query<
    Record<"reference_id" | "name", string>
  >("SELECT p.reference_id, m.name FROM payment p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1", [id]);
  const find = (text: string) => callQuery("search.all", viewer, { text });
  expect((await find(id)).payments).toMatchObject([{ id, referenceId: reference, state: "requires_action" }]);
  for (const part of [reference.slice(1), reference.toLowerCase(), reference.toUpperCase()]) {
    expect((await find(part)).payments.map((found) => found.id)).toContain(id);
  }
  await bringTo(id, "succeeded");
  const [{ tx_hash: hash, buyer_account: account } = { tx_hash: "0x" as const, buyer_account: "" }] =
    await database.query<{
      tx_hash: Hex;
      buyer_account: string;
    }>("SELECT tx_hash, buyer_account FROM payment WHERE id = $1", [id]);
  const address = (account.split(":")[2] ?? "") as Address;
  const where = { chainId: 8453, token: address, txHash: hash, logIndex: 0, blockNumber: 1n } as const;
  const parties = { sender: address, recipient: address };
  const moved = { kind: "collection", paymentId: id, refundId: null, amount: 1n, now: new Date() } as const;
  await inTransaction((tx) => insertTransfers(tx, [{ ...moved, ...where, ...parties }]));
  for (const text of [hash, hash.slice(2).toUpperCase(), account, address, address.toLowerCase()]) {
    expect(
      (await find(text)).payments.map((found) => found.id),
      text,
    ).toContain(id);
    const { payments } = await callQuery("payments.list", viewer, { search: text });
    expect(
      payments.map((found) => found.id),
      text,
    ).toContain(id);
    const { payments: count } = await callQuery("payments.statistics", viewer, { search: text });
    expect(count, text).toBe(payments.length);
  }
  expect((await find(`0x${"0".repeat(64)}`)).payments).toEqual([]);
  expect((await find(`0x${"0".repeat(40)}`)).payments).toEqual([]);
  expect((await find(reference.slice(0, 2))).payments).toEqual([]);
  await applyEvent(id, "refunded");
  for (const text of [id, reference]) {
    const found = (await find(text)).payments.find((payment) => payment.id === id);
    expect(found, text).toMatchObject({ state: "refunded" });
  }
  for (const text of [name.toUpperCase(), partner.merchantId]) {
    expect((await find(text)).merchants.map((found) => found.id)).toEqual([partner.merchantId]);
  }
});

test.for([
  ["overview.figures", { period: "decade" }],
  ["overview.figures", { from: "2026-02-02", to: "2026-02-01" }],
  ["search.all", { text: " " }],
] as const)("%s rejects %o", async ([name, input]) => {
  await expect(callProcedure("query", name, viewer, input)).rejects.toMatchObject({ code: "params_validation" });
});
