import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { steps } from "#scripts/test/steps.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));

test("every `npm run …` that a page of the repository names exists", () => {
  const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: fileURLToPath(root), encoding: "utf8" })
    .trimEnd()
    .split("\n");
  const named = pages
    .filter((page) => page !== "CHANGELOG.md")
    .flatMap((page) =>
      [...read(page).matchAll(/\bnpm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, script]) => ({ page, script })),
    );
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(({ script }) => !Object.hasOwn(scripts, String(script)))).toEqual([]);
});

test("the README's table has every command, except npm's own hooks and the steps of npm test", () => {
  const [, table = ""] = /\n\| command \| [^\n]*\n([\s\S]*?)\n\n/.exec(read("README.md")) ?? [];
  const isStep = (script: string) => steps.some(({ name }) => name === script);
  const commands = Object.keys(scripts).filter((script) => script !== "postinstall" && !isStep(script));
  const hasNo = (script: string) => !new RegExp(`npm (run )?${script}(?![a-z:-])`).test(table);
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(hasNo)).toEqual([]);
});
