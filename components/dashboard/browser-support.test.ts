import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Browsers of 2023 lack these functions, and nothing adds them: a page that calls one fails there.
const tooNew = [
  ...["Map.groupBy", "Object.groupBy", "URL.parse", "Promise.withResolvers", "Promise.try", "Array.fromAsync"],
  ...["AbortSignal.any", "RegExp.escape", "Uint8Array.fromBase64", "Iterator.from"],
];

const callsIn = (source: string) => tooNew.filter((name) => source.includes(`${name}(`));

test("components call no function that browsers of 2023 lack", () => {
  const files = globSync("components/**/*.{ts,tsx}").filter((path) => !path.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((path) => callsIn(readFileSync(path, "utf8")).map((name) => `${path}: ${name}`))).toEqual([]);
});

test.for([
  ["const groups = Map.groupBy(types, subjectOf);", 1],
  ["/** `AbortSignal.any` would do. */", 0],
] as const)("in %s are %i such calls", ([source, count]) => {
  expect(callsIn(source)).toHaveLength(count);
});
