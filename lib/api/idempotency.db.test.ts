import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { toUnixSeconds, useClock } from "#lib/core/clock.ts";
import { database } from "#lib/db/pool.ts";
import { deleteOldKeys } from "#lib/domain/platform/idempotency/repository.ts";
import { type Answer, type Api, startApi } from "#test/api/start-api.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let api: Api;
let partner: TestPartner;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  partner = await createPartner();
});
afterAll(() => api.stop());

const merchant = { merchantName: "Café Lumen", merchantEmail: "hello@lumen.example" };
const payment = { referenceId: "order 1", amount: { unit: "iso4217/USD", value: "1250" } };
const asset = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const destination = "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const settlements = { settlements: [{ asset, destination }] };

const key = (value: string) => ({ "idempotency-key": value });
const createMerchant = (by: TestPartner, value: string, body: unknown = merchant) =>
  api.as(by)("POST", "/v1/merchants", body, key(value));
const isReplay = ({ headers }: Answer) => headers.get("idempotent-replayed") === "true";

async function count(table: "merchant" | "payment" | "settlement_destination" | "idempotency_key"): Promise<number> {
  const where = table === "settlement_destination" ? "merchant_id = $2 AND $1 <> ''" : "partner_id = $1 AND $2 <> ''";
  const [row] = await api.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE ${where}`, [
    partner.partnerId,
    partner.merchantId,
  ]);
  return row?.count ?? 0;
}

/** Runs `work` while a trigger that waits for a locked row holds each insert into a table inside its transaction. */
async function holdingInserts<T>(table: "merchant" | "payment", work: () => Promise<T>): Promise<T> {
  await api.query("CREATE TABLE gate (id integer PRIMARY KEY)");
  await api.query("INSERT INTO gate VALUES (1)");
  await api.query(`CREATE FUNCTION pass_gate() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM 1 FROM gate FOR UPDATE; RETURN NEW; END $$`);
  await api.query(`CREATE TRIGGER gate BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION pass_gate()`);
  try {
    return await api.holding("SELECT 1 FROM gate FOR UPDATE", work);
  } finally {
    await api.query("DROP FUNCTION pass_gate CASCADE");
    await api.query("DROP TABLE gate");
  }
}

describe("requests with the same key and body", () => {
  test.for([
    ["/v1/payments", "/v1/merchant/payment"],
    ["/v1/merchant/payment", "/v1/payments"],
  ])("create one payment, also when the first goes to %s and the retry to %s", async ([path, other]) => {
    const send = api.as(partner);
    const [first, again] = [
      await send("POST", path ?? "", payment, key("k1")),
      await send("POST", other ?? "", payment, key("k1")),
    ];
    expect([first.status, isReplay(first), isReplay(again), again.text]).toEqual([201, false, true, first.text]);
    expect(await count("payment")).toBe(1);
  });

  test("create a payment in one statement, with the answer to the key", async () => {
    const asked = vi.spyOn(database, "rows");
    const first = await api.as(partner)("POST", "/v1/payments", payment, key("k1"));
    const names = asked.mock.calls.map(([{ name }]) => name);
    asked.mockRestore();
    expect(first.status).toBe(201);
    expect(names.filter((name) => /^(payment|idempotency)-/.test(name))).toEqual(["payment-insert-once"]);
    const [row] = await api.query<{ body: string }>("SELECT body FROM idempotency_key WHERE partner_id = $1", [
      partner.partnerId,
    ]);
    expect(row?.body).toBe(first.text);
  });

  test("create no payment for a merchant that isn't active, and get that refusal again once it is", async () => {
    const setStatus = (status: string) =>
      api.query("UPDATE merchant SET status = $2::merchant_status WHERE id = $1", [partner.merchantId, status]);
    const send = () => api.as(partner)("POST", "/v1/payments", payment, key("k1"));
    await setStatus("suspended");
    const first = await send();
    await setStatus("active");
    const again = await send();
    expect([first.status, isReplay(first), again.text, isReplay(again)]).toEqual([403, false, first.text, true]);
    expect(await count("payment")).toBe(0);
  });

  test("get the first response again when the request would be refused by now", async () => {
    let now = new Date();
    onTestFinished(useClock({ now: () => now }));
    const body = { ...payment, expiresAt: toUnixSeconds(now) + 60 };
    const first = await api.as(partner)("POST", "/v1/payments", body, key("k1"));
    now = new Date(now.getTime() + 1_000);
    const again = await api.as(partner)("POST", "/v1/payments", body, key("k1"));
    expect([first.status, again.status, again.text, isReplay(again)]).toEqual([201, 201, first.text, true]);
  });

  test("get the first response again, byte for byte, and change nothing", async () => {
    const first = await createMerchant(partner, "k1");
    const again = await createMerchant(partner, "k1");
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect(await count("merchant")).toBe(2);
  });

  test.for([
    ["POST", "/v1/payments", payment],
    ["POST", "/v1/merchant/payment", payment],
    ["POST", "/v1/merchants/{merchantId}/settlements/crypto", settlements],
  ] as const)("are replayed at %s %s", async ([method, path, body]) => {
    const send = () => api.as(partner)(method, path.replace("{merchantId}", partner.merchantId), body, key("k1"));
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect((await count("payment")) + (await count("settlement_destination"))).toBe(1);
  });

  test("create one merchant when sent twenty times at once, and get the same response", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => createMerchant(partner, "k1")));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter(isReplay)).toHaveLength(19);
    expect(await count("merchant")).toBe(2);
  });

  test("wait for the first one while it is running, and get its response", async () => {
    const [first, second] = await holdingInserts("merchant", async () => {
      const one = createMerchant(partner, "k1");
      await api.untilBlocked(1);
      const other = createMerchant(partner, "k1");
      await api.untilBlocked(2);
      return [one, other];
    });
    const answers = [await first, await second];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(answers.map(isReplay).sort()).toEqual([false, true]);
  });

  test("wait for it too when it would be refused by now, and get its response", async () => {
    let now = new Date();
    onTestFinished(useClock({ now: () => now }));
    const body = { ...payment, expiresAt: toUnixSeconds(now) + 60 };
    const create = () => api.as(partner)("POST", "/v1/payments", body, key("k1"));
    const [first, second] = await holdingInserts("payment", async () => {
      const one = create();
      await api.untilBlocked(1);
      now = new Date(now.getTime() + 1_000);
      const other = create();
      await Promise.race([other, api.untilBlocked(2)]);
      return [one, other];
    });
    const answers = [await first, await second];
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [201, answers[0]?.text],
      [201, answers[0]?.text],
    ]);
    expect(answers.map(isReplay)).toEqual([false, true]);
    expect(await count("payment")).toBe(1);
    const late = await api.as(partner)("POST", "/v1/payments", body, key("k2"));
    expect([late.status, late.body.code]).toEqual([400, "params_validation"]);
    expect(await count("idempotency_key")).toBe(1);
  });
});

describe("reusing a key is refused with", () => {
  test.for([
    ["another body", "/v1/payments", { ...payment, referenceId: "order 2" }, {}],
    ["the same body with other whitespace", "/v1/payments", `${JSON.stringify(payment)} `, {}],
  ] as const)("%s: 409 idempotency_conflict", async ([, path, body, headers]) => {
    const send = api.as(partner);
    await send("POST", path, payment, key("k1"));
    const other = await send("POST", path, body, { ...key("k1"), ...headers });
    expect([other.status, other.body.code]).toEqual([409, "idempotency_conflict"]);
    expect(await count("payment")).toBe(1);
  });

  test("another merchant's id in the header: 409 idempotency_conflict", async () => {
    const second = String((await createMerchant(partner, "second")).body.merchantId);
    const send = api.as(partner);
    await send("POST", "/v1/payments", payment, key("k1"));
    const other = await send("POST", "/v1/payments", payment, { ...key("k1"), "merchant-id": second });
    expect([other.status, other.body.code]).toEqual([409, "idempotency_conflict"]);
  });

  test("another merchant's id in the path: 409 idempotency_conflict", async () => {
    const second = String((await createMerchant(partner, "second")).body.merchantId);
    const send = api.as(partner);
    await send("POST", `/v1/merchants/${partner.merchantId}/settlements/crypto`, settlements, key("k1"));
    const other = await send("POST", `/v1/merchants/${second}/settlements/crypto`, settlements, key("k1"));
    expect([other.status, other.body.code]).toEqual([409, "idempotency_conflict"]);
    expect(await count("settlement_destination")).toBe(1);
  });
});

describe("a key is independent of", () => {
  test("the same key of another partner, with the same body", async () => {
    const stranger = await createPartner();
    const mine = await createMerchant(partner, "shared");
    const theirs = await createMerchant(stranger, "shared");
    expect([mine.status, theirs.status, isReplay(theirs)]).toEqual([201, 201, false]);
    expect(theirs.body.merchantId).not.toBe(mine.body.merchantId);
  });

  test("the same key of another partner, with another body", async () => {
    const stranger = await createPartner();
    await createMerchant(partner, "shared");
    const theirs = await createMerchant(stranger, "shared", { ...merchant, merchantName: "Northwind" });
    expect(theirs.status).toBe(201);
  });

  test("the same key at another endpoint", async () => {
    await createMerchant(partner, "k1");
    const other = await api.as(partner)("POST", "/v1/payments", payment, key("k1"));
    expect([other.status, isReplay(other)]).toEqual([201, false]);
  });

  test("requests without a key, which create a payment each", async () => {
    const send = api.as(partner);
    const [one, other] = [await send("POST", "/v1/payments", payment), await send("POST", "/v1/payments", payment)];
    expect(one.body.paymentId).not.toBe(other.body.paymentId);
    expect(await count("payment")).toBe(2);
  });
});

describe("an Idempotency-Key", () => {
  test("is required to create a merchant", async () => {
    const answer = await api.as(partner)("POST", "/v1/merchants", merchant);
    expect([answer.status, answer.body.code]).toEqual([400, "missing_idempotency_key"]);
    const empty = await createMerchant(partner, "");
    expect([empty.status, empty.body.code]).toEqual([400, "missing_idempotency_key"]);
    expect(await count("merchant")).toBe(1);
  });

  test.for(["!", "~", "x".repeat(255), '{"a":1}'])("may be %s", async (value) => {
    expect((await createMerchant(partner, value)).status).toBe(201);
  });

  test.for(["x".repeat(256), "a b"])("can't be %j", async (value) => {
    const answer = await createMerchant(partner, value);
    expect([answer.status, answer.body.code]).toEqual([400, "params_validation"]);
    expect(answer.body.issues).toEqual([expect.objectContaining({ field: "Idempotency-Key" })]);
  });
});

describe("an error", () => {
  test("caused by the data is stored and returned again, even once its cause is gone", async () => {
    const send = api.as(partner);
    const path = `/v1/merchants/${partner.merchantId}/settlements/crypto`;
    await send("POST", path, settlements);
    const first = await send("POST", path, settlements, key("k1"));
    expect([first.status, first.body.code]).toEqual([409, "settlement_asset_conflict"]);
    await api.query("DELETE FROM settlement_destination WHERE merchant_id = $1", [partner.merchantId]);
    const again = await send("POST", path, settlements, key("k1"));
    expect([again.status, again.text, isReplay(again)]).toEqual([409, first.text, true]);
    expect(await count("settlement_destination")).toBe(0);
  });

  test("in the request's format isn't stored, and the corrected request succeeds", async () => {
    const wrong = await createMerchant(partner, "k1", { ...merchant, merchantEmail: "no email" });
    expect(wrong.status).toBe(400);
    const right = await createMerchant(partner, "k1");
    expect([right.status, isReplay(right)]).toEqual([201, false]);
  });

  test.for<[string, unknown, unknown]>([
    [
      "/v1/merchants/{merchantId}/settlements/crypto",
      { settlements: [{ asset, destination: destination.replace("eip155:8453", "eip155:1") }] },
      settlements,
    ],
    ["/v1/webhook-endpoints", { url: "http://shop.example/hook" }, { url: "https://shop.example/hook" }],
    [
      "/v1/refunds",
      { amount: { unit: "iso4217/EUR", value: "100" } },
      { amount: { unit: "iso4217/USD", value: "100" } },
    ],
  ])("in a field that is checked against the data isn't stored either: %s", async ([path, wrong, right]) => {
    const paymentId = await createTestPayment(partner);
    await bringTo(paymentId, "succeeded");
    const more = path === "/v1/refunds" ? { paymentId } : {};
    const send = (body: unknown) =>
      api.as(partner)(
        "POST",
        path.replace("{merchantId}", partner.merchantId),
        { ...(body as object), ...more },
        key("k1"),
      );
    const refused = await send(wrong);
    expect([refused.status, refused.body.code]).toEqual([400, "params_validation"]);
    const corrected = await send(right);
    expect([corrected.body.code, isReplay(corrected)]).toEqual([undefined, false]);
    expect((await send(right)).text).toBe(corrected.text);
  });

  test("of the server isn't stored, and leaves nothing behind", async () => {
    await api.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the disk is full of secrets'; END $$`);
    await api.query("CREATE TRIGGER refuse BEFORE INSERT ON merchant FOR EACH ROW EXECUTE FUNCTION refuse()");
    const failed = await createMerchant(partner, "k1");
    await api.query("DROP TRIGGER refuse ON merchant");
    expect([failed.status, failed.body]).toEqual([
      500,
      { code: "internal_error", message: "Something went wrong on our side." },
    ]);
    expect(await count("idempotency_key")).toBe(0);
    const again = await createMerchant(partner, "k1");
    expect([again.status, isReplay(again)]).toEqual([201, false]);
  });
});

test("a key is remembered for two days", async () => {
  const first = await createMerchant(partner, "old");
  const age = (interval: string) =>
    api.query(`UPDATE idempotency_key SET created_at = now() - $2::interval WHERE partner_id = $1 RETURNING key`, [
      partner.partnerId,
      interval,
    ]);
  await age("47 hours 59 minutes");
  await deleteOldKeys();
  expect((await createMerchant(partner, "old")).body).toEqual(first.body);
  await age("48 hours 1 minute");
  await deleteOldKeys();
  expect(await count("idempotency_key")).toBe(0);
});
