import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+\.ts)`/g)].map(([, file]) => String(file));

describe.each([
  ["docs/node-answers.md", 40],
  ["docs/wallet-answers.md", 25],
])("%s", (page, atLeast) => {
  const rows = readFileSync(new URL(page, root), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| answer |"))
    .map((line) => line.slice(2, -2).split(" | "));

  test("has our reaction to each answer, and a test or the word none", () => {
    expect(rows.length).toBeGreaterThan(atLeast);
    for (const row of rows) {
      expect(row).toHaveLength(3);
      const shown = row[2] ?? "";
      expect([shown, filesIn(shown).length > 0 || /^none\b/.test(shown)]).toEqual([shown, true]);
    }
  });

  test("names files that exist and contain the titles quoted after them", () => {
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
});
