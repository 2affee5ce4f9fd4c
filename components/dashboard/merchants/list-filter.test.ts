import { expect, test } from "vitest";
import { readFilter, writeFilter } from "#components/dashboard/merchants/list-filter.ts";

test.for([
  ["", {}],
  ["?search=Caf%C3%A9+100%25", { search: "Café 100%" }],
  ["?status=suspended", { status: "suspended" }],
  ["?search=a&status=active&destination=none", { search: "a", status: "active", lacksDestination: true }],
] as const)("%s is parsed and written back", ([query, filter]) => {
  expect(readFilter(new URLSearchParams(query))).toEqual(filter);
  expect(writeFilter(filter)).toBe(query);
});

test("unknown values are ignored", () => {
  expect(readFilter(new URLSearchParams("?status=gone&search=%20%20&destination=some&page=3"))).toEqual({});
});
