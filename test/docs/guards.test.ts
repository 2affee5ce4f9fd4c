import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const text = readFileSync(new URL("docs/guards.md", root), "utf8");
const patches = readdirSync(new URL("test/fault/guards/", root)).filter((name) => name.endsWith(".patch"));

test("docs/guards.md names exactly the existing patches", () => {
  const named = [...text.matchAll(/`([a-z-]+)`/g)].map(([, name]) => `${name}.patch`);
  expect(patches.filter((name) => !named.includes(name))).toEqual([]);
  const inTable = [...text.matchAll(/^\| .*$/gm)].flatMap(([row]) => [...row.matchAll(/`([a-z-]+)`/g)]);
  expect(inTable.map(([, name]) => `${name}.patch`).filter((name) => !patches.includes(name))).toEqual([]);
});

test.each(patches)("%s still removes its guard from the current code", (name) => {
  execFileSync("git", ["apply", "--check", `test/fault/guards/${name}`], { cwd: fileURLToPath(root), stdio: "pipe" });
});
