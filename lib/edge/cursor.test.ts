import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { type Listing, readCursor, timePosition, writeCursor } from "#lib/edge/cursor.ts";

const noon = new Date("2026-11-21T12:00:00.000Z");
const listing: Listing = {
  operationId: "listMerchants",
  scope: { partnerId: newId("prt", noon), merchantId: null },
  sort: "date desc",
  filters: { status: ["active", "inactive"], search: "shop", network: undefined },
};
const last = [noon.toISOString(), newId("mrch", noon)] as const;
const position = timePosition("mrch");
const cursor = writeCursor(listing, last);
const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const refused = expect.objectContaining({ code: "invalid_params" });

describe("a cursor", () => {
  test("decodes to its position", () => {
    const time = fc.date({ min: new Date("2020-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(time, (at) => {
        const made = [at.toISOString(), newId("mrch", at)] as const;
        expect(readCursor(listing, writeCursor(listing, made), position)).toEqual(made);
      }),
    );
  });

  test("that is absent means the first page", () => expect(readCursor(listing, undefined, position)).toBeNull());

  test("needs no encoding in a URL", () => expect(encodeURIComponent(cursor)).toBe(cursor));

  test("ignores the order of a filter's values, and filters that are undefined", () => {
    const same = { ...listing, filters: { search: "shop", status: ["inactive", "active"] } };
    expect(readCursor(same, cursor, position)).toEqual(last);
  });
});

describe("a cursor is refused", () => {
  const another = (id: string) => ({ partnerId: `prt_${id}`, merchantId: null }) as const;

  test.for<[string, Partial<Listing>]>([
    ["for another list", { operationId: "listPayments" }],
    ["for another order", { sort: "date asc" }],
    ["for another partner", { scope: another("01J00000000000000000000000") }],
    ["for one merchant's list", { scope: { ...listing.scope, merchantId: newId("mrch", noon) } }],
    ["for another filter", { filters: { ...listing.filters, search: "shops" } }],
    ["for one filter value less", { filters: { ...listing.filters, status: ["active"] } }],
    ["for filter values that only match when joined", { filters: { ...listing.filters, status: ["active,inactive"] } }],
    ["for a filter under another name", { filters: { status: ["active", "inactive"], network: "shop" } }],
    ["without filters", { filters: {} }],
  ])("%s", ([, change]) => {
    expect(() => readCursor({ ...listing, ...change }, cursor, position)).toThrow(refused);
  });

  test("with any one character changed", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        fc.pre(cursor[at] !== character);
        const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
        expect(() => readCursor(listing, changed, position)).toThrow(refused);
      }),
    );
  });

  test.for([
    ["empty", ""],
    ["cut short", cursor.slice(0, -4)],
    ["padded", `${cursor}==`],
    ["with extra characters", `${cursor}AAAA`],
    ["of invalid JSON", Buffer.from("[1").toString("base64url")],
    ["of JSON that isn't a tuple", forged({ after: last })],
    ["of a shorter tuple", forged(["date desc", "x", last[0]])],
    ["of a longer tuple", forged(["date desc", "x", ...last, "y"])],
    ["of numbers", forged(["date desc", "x", 1, 2])],
    ["with another digest", forged(["date desc", "AAAAAAAAAAAAAAAA", ...last])],
    ["outside base64url", "\u{1F600}"],
  ] as const)("%s", ([, text]) => {
    expect(() => readCursor(listing, text, position)).toThrow(refused);
  });

  test.for([
    ["an invalid time", ["now()", last[1]]],
    ["a date that doesn't exist", ["2026-02-30T12:00:00.000Z", last[1]]],
    ["the year 0", ["0000-01-01T00:00:00.000Z", last[1]]],
    ["an id of another kind", [last[0], newId("pay", noon)]],
    ["an id with a NUL", [last[0], `${last[1]}\0`]],
  ] as const)("with a valid digest over %s", ([, claimed]) => {
    expect(() => readCursor(listing, writeCursor(listing, claimed as [string, string]), position)).toThrow(refused);
  });
});
