import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clock, useClock as setClock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import type { BuyerDataPolicy } from "#lib/domain/payments/buyer-data/buyer-data-policy.ts";
import { deleteOldBuyerData } from "#lib/domain/payments/buyer-data/delete-old-buyer-data.ts";
import { getBuyerDataForm } from "#lib/domain/payments/buyer-data/get-buyer-data-form.ts";
import { listBuyerData } from "#lib/domain/payments/buyer-data/list-buyer-data.ts";
import { setBuyerDataPolicy } from "#lib/domain/payments/buyer-data/set-buyer-data-policy.ts";
import { submitBuyerDataForm } from "#lib/domain/payments/buyer-data/submit-buyer-data-form.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { ada, acme as provider } from "#test/buyer-data/samples.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { bringTo, createTestPayment, scopeOf } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const always: BuyerDataPolicy = { kind: "always", provider };
const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const onBase = `eip155:8453:${address}`;
const onBnb = `eip155:56:${address}`;
const days = (count: number) => count * 24 * 3_600_000;

let database: ServiceDatabase;
let partner: TestPartner;
let paymentId: PaymentId;
let restoreClock = () => {};

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  partner = await createPartner();
  paymentId = await createTestPayment(partner);
});
afterEach(() => restoreClock());

const setPolicy = (policy: BuyerDataPolicy, of = partner) => setBuyerDataPolicy(scopeOf(of), policy, rateSource());
const submit = (accounts = [onBase], data: unknown = ada, id: string = paymentId) =>
  submitBuyerDataForm(id, { accounts, data }, rateSource());
const form = async (accounts = onBase, id: string = paymentId) => {
  const payment = await getPayment({ partnerId: null, merchantId: null }, id);
  return getBuyerDataForm(payment, accounts, rateSource());
};
const stored = (of = partner, id: string = paymentId) => listBuyerData(scopeOf(of), id);
const rowCount = async () =>
  Number((await database.query<{ n: string }>("SELECT count(*) n FROM buyer_data_submission"))[0]?.n);

function travel(ms: number): void {
  const now = new Date(clock.now().getTime() + ms);
  restoreClock();
  restoreClock = setClock({ now: () => now });
}

describe("the form is required", () => {
  test("of no buyer before the partner sets a policy", async () => {
    expect(await form()).toEqual({ kind: "complete" });
  });

  test("for every payment while the policy is always, until it is turned off", async () => {
    await setPolicy(always);
    expect(await form()).toEqual({ kind: "open", request: { accounts: [onBase], provider } });
    await setPolicy({ kind: "off" });
    expect(await form()).toEqual({ kind: "complete" });
  });

  test("for payments of at least the policy's amount", async () => {
    await setPolicy({ kind: "from", currency: "USD", value: 1_251n, provider });
    expect(await form()).toEqual({ kind: "complete" });
    await setPolicy({ kind: "from", currency: "USD", value: 1_250n, provider });
    expect(await form()).toMatchObject({ kind: "open" });
  });

  test("of each account without a submission, compared without letter case", async () => {
    await setPolicy(always);
    await submit([onBase.toLowerCase()]);
    expect(await form(onBase)).toEqual({ kind: "complete" });
    expect(await form(`${onBase},${onBnb}`)).toMatchObject({ request: { accounts: [onBnb] } });
  });

  test("again when the same account pays another partner", async () => {
    await setPolicy(always);
    await submit();
    const other = await createPartner();
    await setPolicy(always, other);
    expect(await form(onBase, await createTestPayment(other))).toMatchObject({ kind: "open" });
    expect(await form(onBase, await createTestPayment(partner))).toEqual({ kind: "complete" });
  });

  test("again after exactly 180 days", async () => {
    await setPolicy(always);
    travel(0);
    await submit();
    travel(days(180) - 1);
    const later = await createTestPayment(partner);
    expect(await form(onBase, later)).toEqual({ kind: "complete" });
    travel(1);
    expect(await form(onBase, later)).toMatchObject({ kind: "open" });
  });

  test.each([
    "",
    "nonsense",
    `${onBase},`,
    "eip155:8453:0x1",
    "cosmos:hub-4:cosmos1abc",
    Array(51).fill(onBase).join(),
  ])("by no link with malformed accounts: %s", async (accounts) => {
    await setPolicy(always);
    expect(await form(accounts)).toEqual({ kind: "damaged" });
  });
});

describe("a submission", () => {
  beforeEach(() => setPolicy(always));

  test("is readable by its partner, with the accepted documents, and by no other partner", async () => {
    await submit([onBase, onBnb]);
    const accepted = { termsUrl: provider.termsUrl, privacyUrl: provider.privacyUrl };
    expect(await stored()).toMatchObject([{ accounts: [onBnb, onBase], data: ada, accepted }]);
    expect(await stored(await createPartner())).toEqual([]);
  });

  test("is kept when a later one covers the same account", async () => {
    await submit();
    await submit([onBase], { ...ada, fullName: "Another Sender" });
    expect((await stored()).map(({ data }) => data.fullName)).toEqual(["Ada Lovelace", "Another Sender"]);
  });

  test("can't be decrypted after its row was given another account", async () => {
    await submit();
    await database.query("ALTER TABLE buyer_data_submission DISABLE TRIGGER buyer_data_submission_frozen");
    await database.query("UPDATE buyer_data_submission SET accounts = ARRAY[$1] WHERE payment_id = $2", [
      onBnb,
      paymentId,
    ]);
    await database.query("ALTER TABLE buyer_data_submission ENABLE TRIGGER buyer_data_submission_frozen");
    await expect(stored()).rejects.toThrow();
  });

  test("can't be changed", async () => {
    await submit();
    const change = database.query("UPDATE buyer_data_submission SET expires_at = now() + interval '9 years'");
    await expect(change).rejects.toThrow("append-only");
  });

  test("is deleted when it expires, and no other one is", async () => {
    await database.query("DELETE FROM buyer_data_submission");
    travel(0);
    await submit();
    travel(days(1));
    await submit([onBase], ada, await createTestPayment(partner));
    travel(days(179));
    await deleteOldBuyerData();
    expect(await rowCount()).toBe(1);
    travel(days(1));
    await deleteOldBuyerData();
    expect(await rowCount()).toBe(0);
  });

  test("is accepted at most 50 times per payment", async () => {
    for (let count = 0; count < 50; count += 1) await submit();
    await expect(submit()).rejects.toMatchObject({ code: "rate_limited" });
    await submit([onBase], ada, await createTestPayment(partner));
  });
});

describe("nothing is stored", () => {
  beforeEach(() => setPolicy(always));

  test.each([
    [{ ...ada, fullName: "" }, "data.fullName"],
    [{ ...ada, tosConfirmed: false }, "data.tosConfirmed"],
    [{ ...ada, dob: "2999-01-01" }, "data.dob"],
    [{ ...ada, partnerId: "prt_1" }, "data.partnerId"],
    [null, "data."],
  ])("of an invalid form: %o", async (data, field) => {
    const before = await rowCount();
    await expect(submit([onBase], data)).rejects.toMatchObject({
      code: "params_validation",
      isUnusable: false,
      issues: [{ field }],
    });
    expect(await rowCount()).toBe(before);
  });

  test("for a malformed account", async () => {
    const issues = [{ field: "accounts.1" }];
    await expect(submit([onBase, "eip155:1:0x12"])).rejects.toMatchObject({ code: "params_validation", issues });
  });

  test.each(["processing", "succeeded", "failed", "cancelled"] as const)("for a payment that is %s", async (status) => {
    await bringTo(paymentId, status);
    expect(await form()).toEqual({ kind: "closed", status });
    await expect(submit()).rejects.toMatchObject({ code: "invalid_state" });
    expect(await stored()).toEqual([]);
  });

  test("for a payment that has expired", async () => {
    travel(days(1));
    expect(await form()).toEqual({ kind: "closed", status: "expired" });
    await expect(submit()).rejects.toMatchObject({ code: "payment_expired" });
  });

  test("when the policy requires no form", async () => {
    await setPolicy({ kind: "off" });
    await submit();
    expect(await stored()).toEqual([]);
  });
});

describe("a policy is rejected", () => {
  test.each([
    ["currency", { kind: "from", currency: "XXX", value: 1n, provider }],
    ["value", { kind: "from", currency: "USD", value: 0n, provider }],
    ["provider.name", { kind: "always", provider: { ...provider, name: " " } }],
    ["provider.termsUrl", { kind: "always", provider: { ...provider, termsUrl: "http://acme.example" } }],
    ["provider.privacyUrl", { kind: "always", provider: { ...provider, privacyUrl: "javascript:alert(1)" } }],
  ] as const)("for its %s", async (field, policy) => {
    await expect(setPolicy(policy)).rejects.toMatchObject({ code: "params_validation", issues: [{ field }] });
  });

  test("for a partner that does not exist", async () => {
    const unknown = { ...partner, partnerId: "prt_01J00000000000000000000000" as const };
    await expect(setPolicy(always, unknown)).rejects.toMatchObject({ code: "not_found" });
  });
});
