import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clock, useClock as setClock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { deleteOldSubmissions } from "#lib/domain/payments/buyer-data/delete-old-submissions.ts";
import type { DataCollectionPolicy } from "#lib/domain/payments/buyer-data/policy.ts";
import { readForm } from "#lib/domain/payments/buyer-data/read-form.ts";
import { readSubmissions } from "#lib/domain/payments/buyer-data/read-submissions.ts";
import { setDataCollectionPolicy } from "#lib/domain/payments/buyer-data/set-buyer-data-policy.ts";
import { submitForm } from "#lib/domain/payments/buyer-data/submit-form.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { ada, acme as provider } from "#test/data-collection/samples.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { bringTo, createTestPayment, scopeOf } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const always: DataCollectionPolicy = { kind: "always", provider };
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

const setPolicy = (policy: DataCollectionPolicy, of = partner) =>
  setDataCollectionPolicy(scopeOf(of), policy, rateSource());
const submit = (accounts = [onBase], data: unknown = ada, id: string = paymentId) =>
  submitForm(id, { accounts, data }, rateSource());
const form = async (accounts = onBase, id: string = paymentId) => (await readForm(id, accounts, rateSource())).form;
const said = (of = partner, id: string = paymentId) => readSubmissions(scopeOf(of), id);
const rowCount = async () =>
  Number((await database.query<{ n: string }>("SELECT count(*) n FROM data_submission"))[0]?.n);

function travel(ms: number): void {
  const now = new Date(clock.now().getTime() + ms);
  restoreClock();
  restoreClock = setClock({ now: () => now });
}

describe("the form is asked for", () => {
  test("by nobody at first", async () => {
    expect(await form()).toEqual({ kind: "complete" });
  });

  test("always, once that is the policy, until it is off again", async () => {
    await setPolicy(always);
    expect(await form()).toEqual({ kind: "open", request: { accounts: [onBase], provider } });
    await setPolicy({ kind: "off" });
    expect(await form()).toEqual({ kind: "complete" });
  });

  test("from the policy's amount on", async () => {
    await setPolicy({ kind: "from", currency: "USD", value: 1_251n, provider });
    expect(await form()).toEqual({ kind: "complete" });
    await setPolicy({ kind: "from", currency: "USD", value: 1_250n, provider });
    expect(await form()).toMatchObject({ kind: "open" });
  });

  test("of each account that has not filled it in, in any letter case", async () => {
    await setPolicy(always);
    await submit([onBase.toLowerCase()]);
    expect(await form(onBase)).toEqual({ kind: "complete" });
    expect(await form(`${onBase},${onBnb}`)).toMatchObject({ request: { accounts: [onBnb] } });
  });

  test("of the same account by another partner again", async () => {
    await setPolicy(always);
    await submit();
    const other = await createPartner();
    await setPolicy(always, other);
    expect(await form(onBase, await createTestPayment(other))).toMatchObject({ kind: "open" });
    expect(await form(onBase, await createTestPayment(partner))).toEqual({ kind: "complete" });
  });

  test("again when 180 days are over, not a moment before", async () => {
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
  ])("by no damaged link: %s", async (accounts) => {
    await setPolicy(always);
    expect(await form(accounts)).toEqual({ kind: "damaged" });
  });
});

describe("what a buyer says", () => {
  beforeEach(() => setPolicy(always));

  test("can be read by the partner, with what was accepted, and by no other", async () => {
    await submit([onBase, onBnb]);
    const accepted = { termsUrl: provider.termsUrl, privacyUrl: provider.privacyUrl };
    expect(await said()).toMatchObject([{ accounts: [onBnb, onBase], data: ada, accepted }]);
    expect(await said(await createPartner())).toEqual([]);
  });

  test("stays beside what somebody says later for the same account", async () => {
    await submit();
    await submit([onBase], { ...ada, fullName: "Somebody Else" });
    expect((await said()).map(({ data }) => data.fullName)).toEqual(["Ada Lovelace", "Somebody Else"]);
  });

  test("opens in no other row, and for no other account", async () => {
    await submit();
    await database.query("ALTER TABLE data_submission DISABLE TRIGGER data_submission_frozen");
    await database.query("UPDATE data_submission SET accounts = ARRAY[$1] WHERE payment_id = $2", [onBnb, paymentId]);
    await database.query("ALTER TABLE data_submission ENABLE TRIGGER data_submission_frozen");
    await expect(said()).rejects.toThrow();
  });

  test("can not be changed", async () => {
    await submit();
    const change = database.query("UPDATE data_submission SET expires_at = now() + interval '9 years'");
    await expect(change).rejects.toThrow("append-only");
  });

  test("is deleted when its time is over, and nothing else is", async () => {
    await database.query("DELETE FROM data_submission");
    travel(0);
    await submit();
    travel(days(1));
    await submit([onBase], ada, await createTestPayment(partner));
    travel(days(179));
    await deleteOldSubmissions();
    expect(await rowCount()).toBe(1);
    travel(days(1));
    await deleteOldSubmissions();
    expect(await rowCount()).toBe(0);
  });

  test("is taken at most 50 times for a payment", async () => {
    for (let count = 0; count < 50; count += 1) await submit();
    await expect(submit()).rejects.toMatchObject({ code: "rate_limited" });
    await submit([onBase], ada, await createTestPayment(partner));
  });
});

describe("nothing is kept", () => {
  beforeEach(() => setPolicy(always));

  test.each([
    [{ ...ada, fullName: "" }, "data.fullName"],
    [{ ...ada, tosConfirmed: false }, "data.tosConfirmed"],
    [{ ...ada, dob: "2999-01-01" }, "data.dob"],
    [{ ...ada, partnerId: "prt_1" }, "data.partnerId"],
    [null, "data."],
  ])("of a form that is wrong: %o", async (data, field) => {
    const before = await rowCount();
    await expect(submit([onBase], data)).rejects.toMatchObject({
      code: "params_validation",
      isUnusable: false,
      issues: [{ field }],
    });
    expect(await rowCount()).toBe(before);
  });

  test("for an account that is none", async () => {
    const issues = [{ field: "accounts.1" }];
    await expect(submit([onBase, "eip155:1:0x12"])).rejects.toMatchObject({ code: "params_validation", issues });
  });

  test.each(["processing", "succeeded", "failed", "cancelled"] as const)("for a payment that is %s", async (status) => {
    await bringTo(paymentId, status);
    expect(await form()).toEqual({ kind: "closed", status });
    await expect(submit()).rejects.toMatchObject({ code: "invalid_state" });
    expect(await said()).toEqual([]);
  });

  test("for a payment that has expired", async () => {
    travel(days(1));
    expect(await form()).toEqual({ kind: "closed", status: "expired" });
    await expect(submit()).rejects.toMatchObject({ code: "payment_expired" });
  });

  test("that nobody asked for", async () => {
    await setPolicy({ kind: "off" });
    await submit();
    expect(await said()).toEqual([]);
  });
});

describe("a policy is refused", () => {
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
    const nobody = { ...partner, partnerId: "prt_01J00000000000000000000000" as const };
    await expect(setPolicy(always, nobody)).rejects.toMatchObject({ code: "not_found" });
  });
});
