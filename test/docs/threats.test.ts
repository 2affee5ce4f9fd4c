import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const text = readFileSync(new URL("docs/threats.md", root), "utf8");
const rows = text.split("\n").filter((line) => /^\| \d+ \|/.test(line));
const filesIn = (row: string) => [...row.matchAll(/`([^`]+\.tsx?)`/g)].map(([, file]) => String(file));

test("docs/threats.md has a row for each of the first 26 threats, and every row in order", () => {
  const numbers = rows.map((row) => Number(row.split("|")[1]));
  expect(numbers.slice(0, 26)).toEqual(Array.from({ length: 26 }, (_, index) => index + 1));
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

test("every named file exists, by its full path", () => {
  const missing = rows.flatMap(filesIn).filter((file) => !existsSync(new URL(file, root)));
  expect(missing).toEqual([]);
});

test("every quoted test title is in a file of its row", () => {
  const missing = rows.flatMap((row) => {
    const source = filesIn(row)
      .map((file) => readFileSync(new URL(file, root), "utf8"))
      .join("\n");
    const titles = [...row.matchAll(/"([^"]+)"/g)].map(([, title]) => String(title));
    return titles.filter((title) => !source.includes(title));
  });
  expect(missing).toEqual([]);
});

test("every threat on the wire names a test", () => {
  const onTheWire = rows.filter((row) => Number(row.split("|")[1]) >= 13 && Number(row.split("|")[1]) <= 20);
  for (const row of onTheWire) expect(filesIn(row).filter((file) => file.endsWith(".test.ts"))).not.toEqual([]);
});
