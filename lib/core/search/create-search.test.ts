import { expect, test } from "vitest";
import { createSearch, type SearchEntry } from "#lib/core/search/create-search.ts";

const entry = (title: string, more: Partial<SearchEntry> = {}): SearchEntry => {
  return { kind: "page", title, place: "", href: `/docs/${title}`, excerpt: "", text: "", ...more };
};
const found = (entries: readonly SearchEntry[], query: string, site: "dashboard" | "docs" = "docs") =>
  createSearch(entries, site)(query).map(({ title }) => title);

test.for([
  ["cafe", "Café"],
  ["CAFÉ", "cafe"],
  ["cafe\u0301", "Café"],
  ["strasse", "Straße"],
  ["Łódź", "lodz"],
  ["log in", "Sign in"],
  ["don't", "dont"],
] as const)("%j finds %j", ([query, title]) => {
  // A word that is left out as meaningless finds nothing, so it is joined by one that isn't.
  expect(found([entry(`${title} word`), entry("other")], `${query} word`)[0]).toBe(`${title} word`);
});

test("entries with all words come alone, and those with any of at least three only if none has all", () => {
  const entries = [entry("red wine"), entry("red"), entry("wine")];
  expect(found(entries, "wine red")).toEqual(["red wine"]);
  expect(found(entries, "red fresh beer")).toEqual(expect.arrayContaining(["red wine", "red"]));
  expect(found(entries, "red beer")).toEqual([]);
});

test("an entry of the reader's own site comes first, and one whose title was typed before all", () => {
  const here = entry("Keys", { href: "/dashboard/keys" });
  const there = entry("Keys", { href: "/docs/keys", place: "Docs" });
  expect(createSearch([there, here], "dashboard")("keys").map(({ href }) => href)).toEqual([here.href, there.href]);
  expect(createSearch([here, there], "docs")("keys").map(({ href }) => href)).toEqual([there.href, here.href]);
  const exact = entry("rate_limited", { kind: "error" });
  expect(found([entry("Rate limited requests"), exact], "rate_limited")[0]).toBe("rate_limited");
});

test.for(["", " ", "how do I", "zzzzzz", "%", "=0", "a".repeat(100_000), "' ' '"])("%.20j finds nothing", (query) => {
  expect(found([entry("Refund a payment"), entry("Sign in")], query)).toEqual([]);
});
