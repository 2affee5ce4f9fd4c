import { beforeAll, describe, expect, test } from "vitest";
import config from "../../.dependency-cruiser.mjs";
import { allowed, type Case, entryPoints, forbidden, missing, orphans } from "./cases.ts";
import { cruiseFixture, type Verdict } from "./cruise-fixture.ts";

const byRule = Object.entries(forbidden).flatMap(([rule, cases]) =>
  cases.map(([from, to]) => [rule, from, to] as const),
);
const byNone = allowed.map(([from, to]) => [from, to] as const);
const everyCase: Case[] = [...Object.values(forbidden).flat(), ...allowed];

let verdict: Verdict;

beforeAll(async () => {
  const imports = everyCase.map(([from, specifier, kind = "value"]) => ({ from, specifier, kind }));
  const relativeTargets = ["e2e/pages.ts", "bench/load.ts"];
  verdict = await cruiseFixture({ imports, missing, alone: [...orphans, ...entryPoints, ...relativeTargets] });
}, 60_000);

describe("a forbidden import is reported by its rule and by no other", () => {
  test.each(byRule)("%s: %s imports %s", (rule, from, specifier) => {
    expect(verdict.brokenBy(from, specifier)).toEqual([rule]);
  });
});

describe("an allowed import is not reported", () => {
  test.each(byNone)("%s imports %s", (from, specifier) => {
    expect(verdict.brokenBy(from, specifier)).toEqual([]);
  });
});

test.each(orphans)("an orphaned file is reported: %s", (path) => {
  expect(verdict.fileBrokenBy(path)).toEqual(["no-orphans"]);
});

test.each(entryPoints)("a file that a tool finds by its path is not reported: %s", (path) => {
  expect(verdict.fileBrokenBy(path)).toEqual([]);
});

test("every configured rule is shown to fire", () => {
  const shown = [...Object.keys(forbidden), "no-orphans"];
  expect(config.forbidden.map(({ name }) => name).sort()).toEqual(shown.sort());
});
