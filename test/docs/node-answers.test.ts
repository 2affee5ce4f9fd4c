import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const rows = readFileSync(new URL("docs/node-answers.md", root), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| answer |"))
  .map((line) => line.slice(2, -2).split(" | "));

const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+\.ts)`/g)].map(([, file]) => String(file));

test("each node answer has our reaction, and a test or the word none", () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    expect(row).toHaveLength(3);
    const shown = row[2] ?? "";
    expect([shown, filesIn(shown).length > 0 || /^none\b/.test(shown)]).toEqual([shown, true]);
  }
});

test("every named file exists and contains the titles quoted after it", () => {
  const missing = rows.flatMap(([, , shown = ""]) =>
    shown.split("`").flatMap((part, index, parts) => {
      if (index % 2 === 0) return [];
      const path = new URL(part, root);
      if (!existsSync(path)) return [part];
      // Titles follow their file directly, each in quotes.
      const after = /^(?:, "[^"]+")*/.exec(parts[index + 1] ?? "")?.[0] ?? "";
      const text = readFileSync(path, "utf8");
      return [...after.matchAll(/"([^"]+)"/g)].flatMap(([, title = ""]) => (text.includes(title) ? [] : [title]));
    }),
  );
  expect(missing).toEqual([]);
});
