import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRateDocument } from "#lib/domain/payments/rates/rate-document.ts";
import { rateIn } from "#lib/domain/payments/rates/rate-table.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const seconds = now.getTime() / 1_000;

/** A response of frankfurter. */
const dated = '{"amount":1.0,"base":"USD","date":"2026-11-20","rates":{"EUR":0.92378,"JPY":155.1,"KWD":0.30712}}';
/** A response of openexchangerates. */
const stamped = `{"disclaimer":"x","timestamp":${seconds - 60},"base":"USD","rates":{"BTC":1.0655e-5,"EUR":0.92378,"USD":1}}`;

const document = (fields: Record<string, unknown>) =>
  JSON.stringify({ base: "USD", date: "2026-11-20", rates: { EUR: 0.92 }, ...fields });
const withRate = (literal: string) => `{"base":"USD","date":"2026-11-20","rates":{"EUR":${literal}}}`;

/** True when two ratios are equal. */
const isEqual = (a: { numerator: bigint; denominator: bigint } | null, b: { numerator: bigint; denominator: bigint }) =>
  a !== null && a.numerator * b.denominator === b.numerator * a.denominator;

describe("a document of rates", () => {
  test.for([
    ["with a date", dated, "EUR", { numerator: 92_378n, denominator: 100_000n }],
    ["with a timestamp", stamped, "EUR", { numerator: 92_378n, denominator: 100_000n }],
    ["with an exponent", stamped, "BTC", { numerator: 10_655n, denominator: 1_000_000_000n }],
    ["with rates as text", withRate('"0.92"'), "EUR", { numerator: 92n, denominator: 100n }],
    [
      "with more digits than a floating-point number holds",
      withRate("0.92378123456789012345"),
      "EUR",
      { numerator: 92_378_123_456_789_012_345n, denominator: 10n ** 20n },
    ],
    ["with a large exponent", withRate("1.5E+3"), "EUR", { numerator: 1_500n, denominator: 1n }],
  ] as const)("%s is read exactly", ([, text, code, expected]) => {
    expect(isEqual(rateIn(parseRateDocument(text, now), "USD", code), expected)).toBe(true);
  });

  test("based on the euro gives dollars directly, and yen in dollars through the euro", () => {
    const table = parseRateDocument('{"base":"EUR","date":"2026-11-21","rates":{"USD":1.0825,"JPY":167.9}}', now);
    expect(isEqual(rateIn(table, "EUR", "USD"), { numerator: 10_825n, denominator: 10_000n })).toBe(true);
    expect(isEqual(rateIn(table, "USD", "JPY"), { numerator: 1_679_000n, denominator: 10_825n })).toBe(true);
    expect(isEqual(rateIn(table, "JPY", "USD"), { numerator: 10_825n, denominator: 1_679_000n })).toBe(true);
    expect(rateIn(table, "GBP", "USD")).toBeNull();
  });

  test("keeps every digit of any JSON number, and a rate times its inverse is one", () => {
    const literal = fc
      .record({
        whole: fc.bigInt({ min: 1n, max: 10n ** 25n }),
        fraction: fc.stringMatching(/^\d{0,25}$/),
        exponent: fc.integer({ min: -40, max: 40 }),
        mark: fc.constantFrom("e", "E"),
      })
      .map(({ whole, fraction, exponent, mark }) => ({
        text: `${whole}${fraction && `.${fraction}`}${exponent === 0 ? "" : `${mark}${exponent}`}`,
        digits: BigInt(`${whole}${fraction}`),
        shift: exponent - fraction.length,
      }));
    fc.assert(
      fc.property(literal, fc.boolean(), ({ text, digits, shift }, isText) => {
        const table = parseRateDocument(withRate(isText ? `"${text}"` : text), now);
        const exact =
          shift < 0
            ? { numerator: digits, denominator: 10n ** BigInt(-shift) }
            : { numerator: digits * 10n ** BigInt(shift), denominator: 1n };
        const there = rateIn(table, "USD", "EUR");
        const back = rateIn(table, "EUR", "USD");
        expect(isEqual(there, exact)).toBe(true);
        expect(there && back && there.numerator * back.numerator === there.denominator * back.denominator).toBe(true);
      }),
    );
  });
});

describe("a document is rejected", () => {
  test.for([
    ["that is not JSON", "<html>", "JSON"],
    ["that is empty", "", "JSON"],
    ["that is a list", "[]", "the document is not an object"],
    ["that is null", "null", "the document is not an object"],
    ["that is an error with status 200", '{"error":true,"status":401}', "neither date nor timestamp"],
    ["without rates", document({ rates: undefined }), "rates is not an object"],
    ["with a list of rates", document({ rates: [1] }), "rates is not an object"],
    ["without a base", document({ base: undefined }), "base is not a currency code"],
    ["with a base in lower case", document({ base: "usd" }), "base is not a currency code"],
    ["with a number for a base", document({ base: 1 }), "base is not a currency code"],
    ["without the dollar", document({ base: "EUR", rates: { GBP: 0.8 } }), "there is no rate of USD"],
    ["without a time", document({ date: undefined }), "neither date nor timestamp"],
    ["with a date in words", document({ date: "yesterday" }), "neither date nor timestamp"],
    ["of a day that does not exist", document({ date: "2026-13-41" }), "neither date nor timestamp"],
    ["with a time in milliseconds", document({ date: undefined, timestamp: now.getTime() }), "neither date nor"],
    ["of eight days ago", document({ date: "2026-11-13" }), "the rates are 8 days old"],
    ["of eight days ago by its timestamp", document({ timestamp: seconds - 8 * 86_400 }), "the rates are 8 days old"],
    ["of the day after tomorrow", document({ date: "2026-11-23" }), "the rates are dated in the future"],
  ] as const)("%s", ([, text, message]) => {
    expect(() => parseRateDocument(text, now)).toThrow(message);
  });

  test.for([
    "0",
    "0.000",
    "0e5",
    "-0.92",
    "null",
    "true",
    "{}",
    "[0.92]",
    '""',
    '"x"',
    '"0,92"',
    '"1e100"',
    '" 1"',
    '"NaN"',
  ])("with a rate of %s", (literal) => {
    expect(() => parseRateDocument(withRate(literal), now)).toThrow("the rate of EUR is not a positive number");
  });

  test("nested as deep as its size allows", () => {
    expect(() => parseRateDocument(`${"[".repeat(100_000)}${"]".repeat(100_000)}`, now)).toThrow();
  });
});

test("a document of today, of last week or of a time zone where tomorrow has begun is accepted", () => {
  for (const date of ["2026-11-21", "2026-11-15", "2026-11-22"]) {
    expect(parseRateDocument(document({ date }), now).has("EUR")).toBe(true);
  }
});

test("an unexpected currency such as __proto__ is one more key and changes nothing else", () => {
  const table = parseRateDocument('{"base":"USD","date":"2026-11-20","rates":{"__proto__":2,"EUR":0.5}}', now);
  expect([...table.keys()]).toEqual(["__proto__", "EUR", "USD"]);
  expect(({} as Record<string, unknown>).numerator).toBeUndefined();
});
