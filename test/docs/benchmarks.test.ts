import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = read("docs/benchmarks.md");
const list = /const benches[^{]*\{(.*?)\n\};/s.exec(read("bench/run.ts"))?.[1] ?? "";
const names = [...list.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map(([, name]) => String(name));

test("docs/benchmarks.md explains every benchmark, in the order in which all of them run", () => {
  const explained = page.slice(0, page.indexOf("## Results")).matchAll(/^### (\S+)$/gm);
  expect(names.length).toBeGreaterThan(10);
  expect([...explained].map(([, name]) => name)).toEqual(names);
});

test("docs/benchmarks.md has the markers between which the results are written", () => {
  expect(page.split("<!-- results -->")).toHaveLength(2);
  expect(page.split("<!-- end of results -->")).toHaveLength(2);
});

test("the README names every benchmark", () => {
  const row = read("README.md")
    .split("\n")
    .find((line) => line.startsWith("| `npm run bench"));
  expect(names.filter((name) => !row?.includes(`\`${name}\``))).toEqual([]);
});
