import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameList, readListInput, writeListInput } from "#components/dashboard/payments/filter-url.ts";

const some = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
const input = fc.record(
  {
    statuses: some(["requires_action", "failed", "succeeded"]) as fc.Arbitrary<("failed" | "succeeded")[]>,
    merchants: some(["mrch_1", "mrch_2"]),
    tokens: some(["USDC", "USDT0"]),
    networks: some(["8453", "1"]),
    from: fc.constant("2026-01-31"),
    to: fc.constant("2026-02-01"),
    search: fc.constantFrom("ORDER 7", "a+b", "x,y:z", "50/50"),
    sort: fc.constant("amount" as const),
    direction: fc.constant("asc" as const),
  },
  { requiredKeys: [] },
);

test("a written URL query parses back to the same input", () => {
  fc.assert(
    fc.property(input, (given) => {
      expect(readListInput(new URLSearchParams(writeListInput(given)))).toEqual(given);
    }),
  );
});

test("the defaults write no query", () => {
  expect(writeListInput({ sort: "date", direction: "desc", statuses: [] })).toBe("");
});

test("parameters may repeat, and unknown values are passed to the server", () => {
  const params = new URLSearchParams("status=failed&status=odd,&sort=size");
  expect(readListInput(params)).toEqual({ statuses: ["failed", "odd"], sort: "size" });
});

test("lists of choices have no order, but everything else counts", () => {
  const one = { statuses: ["failed", "expired"], search: "order" } as const;
  const list = (input: object) => input as Parameters<typeof isSameList>[0];
  expect(isSameList(list(one), list({ ...one, statuses: ["expired", "failed"], merchants: [], sort: "date" }))).toBe(
    true,
  );
  for (const change of [{ search: "orders" }, { statuses: ["failed"] }, { sort: "amount" }, { from: "2026-01-01" }]) {
    expect(isSameList(list(one), list({ ...one, ...change }))).toBe(false);
  }
});
