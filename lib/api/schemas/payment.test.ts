import { describe, expect, test } from "vitest";
import { createPaymentBody, createPaymentBodyPreview, maxPollMs } from "#lib/api/schemas/payment.ts";
import { paymentsQuery } from "#lib/api/schemas/payment-list.ts";
import { isTillError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/edge/parse-input.ts";

const body = { referenceId: "order 1", amount: { unit: "iso4217/USD", value: "1250" } };
const checkout = { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/oops?a=1#x" };

type BodySchema = typeof createPaymentBody | typeof createPaymentBodyPreview;

function fieldsOf(value: unknown, schema: BodySchema = createPaymentBody): string[] {
  try {
    parseInput(schema, value);
  } catch (error) {
    if (isTillError(error)) return (error.issues ?? []).map(({ field }) => field);
    throw error;
  }
  return [];
}

describe("a reference", () => {
  test.for(["1", "x".repeat(35), "Order 7/2026: a.b,c+d-e", " "])("may be %j", (referenceId) => {
    expect(fieldsOf({ ...body, referenceId })).toEqual([]);
  });

  test.for(["", "x".repeat(36), "a_b", "a#b", "ä", "a\nb", "<b>", "a;b", "a'b", 7, null, undefined])(
    "may not be %j",
    (referenceId) => {
      expect(fieldsOf({ ...body, referenceId })).toContain("referenceId");
    },
  );

  test.for([
    [createPaymentBody, { ...body, referenceId: "" }, "referenceId must have at least 1 character"],
    [paymentsQuery["2026-02-18"], { referenceId: "" }, "referenceId must have at least 3 characters"],
    [paymentsQuery["2026-02-18"], { referenceId: "a" }, "referenceId must have at least 3 characters"],
  ] as const)("that is too short is refused for that alone: %#", ([schema, value, message]) => {
    expect(() => parseInput(schema, value)).toThrow(new RegExp(`^${message}$`));
  });
});

describe("an amount's value", () => {
  test.for(["1", "1250", "9".repeat(78)])("may be %s", (value) => {
    expect(fieldsOf({ ...body, amount: { unit: "iso4217/USD", value } })).toEqual([]);
  });

  test.for(["", "0", "00", "01", "-1", "+1", "1.0", "1e3", " 1", "1\n", "0x10", "٣", "9".repeat(79), 1250, null])(
    "may not be %j",
    (value) => {
      expect(fieldsOf({ ...body, amount: { unit: "iso4217/USD", value } })).toContain("amount.value");
    },
  );
});

describe("an order", () => {
  const item = { name: "Cup", quantity: 1, total: "1600" };

  test.for([
    { description: "x".repeat(500), lineItems: Array.from({ length: 20 }, () => item) },
    { description: null, lineItems: [{ ...item, name: "ä".repeat(120), total: "0" }] },
    { lineItems: [] },
    { lineItems: [item, { name: "Discount", quantity: 1, total: `-${item.total}` }] },
    {
      lineItems: [
        { ...item, total: "9".repeat(78) },
        { ...item, total: `-${"9".repeat(78)}` },
      ],
    },
  ])("may be %j", (order) => {
    expect(fieldsOf({ ...body, ...order })).toEqual([]);
  });

  test.for([
    ["description", { description: "x".repeat(501) }],
    ["description", { description: "   " }],
    ["description", { description: "a\nb" }],
    ["lineItems", { lineItems: Array.from({ length: 21 }, () => item) }],
    ["lineItems.0.name", { lineItems: [{ ...item, name: "x".repeat(121) }] }],
    ["lineItems.0.name", { lineItems: [{ ...item, name: "\u0000" }] }],
    ["lineItems.0.quantity", { lineItems: [{ ...item, quantity: 0 }] }],
    ["lineItems.0.quantity", { lineItems: [{ ...item, quantity: 1.5 }] }],
    ["lineItems.0.total", { lineItems: [{ ...item, total: "-0" }] }],
    ["lineItems.0.total", { lineItems: [{ ...item, total: "-" }] }],
    ["lineItems.0.total", { lineItems: [{ ...item, total: "1".repeat(79) }] }],
    ["lineItems.0.total", { lineItems: [{ ...item, total: "007" }] }],
    ["lineItems.0.total", { lineItems: [{ ...item, total: 16 }] }],
    ["lineItems.1.price", { lineItems: [item, { ...item, price: "1" }] }],
  ] as const)("names %s in the refusal of %j", ([field, order]) => {
    expect(fieldsOf({ ...body, ...order })).toEqual([field]);
  });
});

describe("an expiry", () => {
  test.for([1.5, "1795262400", Number.MAX_SAFE_INTEGER + 1, true])("may not be %j", (expiresAt) => {
    expect(fieldsOf({ ...body, expiresAt })).toEqual(["expiresAt"]);
  });
});

describe("a body", () => {
  test.for([
    ["nothing", undefined, [""]],
    ["a list", [], [""]],
    ["an unknown key", { ...body, status: "succeeded" }, ["status"]],
    ["an unknown key in its amount", { ...body, amount: { ...body.amount, display: {} } }, ["amount.display"]],
    ["a unit that is too long", { ...body, amount: { unit: "x".repeat(129), value: "1" } }, ["amount.unit"]],
    ["an amount as text", { ...body, amount: "12.50 USD" }, ["amount"]],
    ["no keys", {}, ["referenceId", "amount"]],
  ] as const)("can't be or have %s", ([, value, fields]) => {
    expect(fieldsOf(value)).toEqual(fields);
    expect(fieldsOf(value, createPaymentBodyPreview)).toEqual(fields);
  });

  test("has a checkout in the preview only", () => {
    expect(fieldsOf({ ...body, checkout }, createPaymentBodyPreview)).toEqual([]);
    expect(fieldsOf({ ...body, checkout })).toEqual(["checkout"]);
  });

  test("may have nulls for what is left out, in both versions", () => {
    const nulls = { ...body, expiresAt: null, checkout: null };
    expect([fieldsOf(nulls), fieldsOf(nulls, createPaymentBodyPreview)]).toEqual([[], []]);
  });
});

describe("a checkout", () => {
  test.for([
    ["HTTP", "http://shop.example/"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/html,x"],
    ["a path", "/thanks"],
    ["another host without a scheme", "//evil.example/"],
    ["no URL", "thanks"],
    ["nothing", ""],
    ["a URL that is too long", `https://shop.example/${"x".repeat(2_048)}`],
  ] as const)("has HTTPS URLs, not %s", ([, url]) => {
    expect(fieldsOf({ ...body, checkout: { ...checkout, successUrl: url } }, createPaymentBodyPreview)).toContain(
      "checkout.successUrl",
    );
    expect(fieldsOf({ ...body, checkout: { ...checkout, errorUrl: url } }, createPaymentBodyPreview)).toContain(
      "checkout.errorUrl",
    );
  });

  test("has both URLs and nothing else", () => {
    const { successUrl } = checkout;
    expect(fieldsOf({ ...body, checkout: { successUrl } }, createPaymentBodyPreview)).toEqual(["checkout.errorUrl"]);
    const more = { ...checkout, cancelUrl: successUrl };
    expect(fieldsOf({ ...body, checkout: more }, createPaymentBodyPreview)).toEqual(["checkout.cancelUrl"]);
  });
});

describe("maxPollMs", () => {
  test.for([
    ["left out", undefined, 0],
    ["0", "0", 0],
    ["25000", "25000", 25_000],
    ["the largest int64, capped at the largest safe integer", "9223372036854775807", Number.MAX_SAFE_INTEGER],
  ] as const)("accepts a wait: %s", ([, text, ms]) => {
    expect(maxPollMs.parse(text)).toBe(ms);
  });

  test.for(["-1", "1.5", "", "abc", "1e3", "Infinity", "+5", " 5"])("rejects %j", (text) => {
    expect(maxPollMs.safeParse(text).success).toBe(false);
  });
});
