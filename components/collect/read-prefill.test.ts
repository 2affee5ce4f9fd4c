import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPrefill } from "#components/collect/read-prefill.ts";

const known = {
  fullName: "Zoë Łukasiewicz ☺",
  dob: "1985-12-10",
  porCountry: "PL",
  porAddress: "ul. Żelazna 1, Kraków",
};
const encode = (value: unknown, as: BufferEncoding = "base64url") => Buffer.from(JSON.stringify(value)).toString(as);

describe("the prefill parameter is read", () => {
  test("from URL-safe base64, with or without padding", () => {
    expect(readPrefill(encode(known))).toEqual(known);
    const padded = encode(known, "base64").replaceAll("+", "-").replaceAll("/", "_");
    expect(readPrefill(padded)).toEqual(known);
  });

  test("from standard base64, also where its plus became a space", () => {
    const plus = { fullName: "~~~>>>???ÿÿÿ" };
    expect(encode(plus, "base64")).toMatch(/[+/]/);
    expect(readPrefill(encode(plus, "base64"))).toEqual(plus);
    expect(readPrefill(encode(plus, "base64").replaceAll("+", " "))).toEqual(plus);
  });
});

describe("the prefill parameter ignores", () => {
  test("the acceptance of the terms and unknown fields", () => {
    expect(readPrefill(encode({ ...known, tosConfirmed: true, status: "x", __proto__: { dob: "x" } }))).toEqual(known);
  });

  test.each([
    [{ fullName: 7 }],
    [{ fullName: "x".repeat(201) }],
    [{ dob: "10.12.1985" }],
    [{ dob: "1985-02-30" }],
    [{ porCountry: "zz" }],
    [{ porCountry: "ZZ" }],
    [["fullName"]],
    ["text"],
    [null],
  ])("the invalid value %o", (value) => {
    expect(readPrefill(encode(value))).toEqual({});
  });

  test.each([undefined, "", "%", "not base64!", "eyJ", encode({ fullName: "x".repeat(9_000) })])(
    "the unreadable text %s",
    (parameter) => {
      expect(readPrefill(parameter)).toEqual({});
    },
  );
});

test("parsing never throws", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.jsonValue().map((value) => encode(value)),
      ),
      (text) => {
        expect(Object.values(readPrefill(text)).every((value) => typeof value === "string")).toBe(true);
      },
    ),
  );
});
