import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const text = readFileSync(new URL("ARCHITECTURE.md", root), "utf8");
const folders = "app|bench|components|contracts|deploy|docs|e2e|lib|prisma|public|scripts|sdk|test";

test.each([
  ["ARCHITECTURE.md", 120],
  ["CONTRIBUTING.md", 40],
] as const)("every path in %s exists", (page, least) => {
  const shown = readFileSync(new URL(page, root), "utf8");
  const inCode = [...shown.matchAll(/`([^`\n]+)`/g)].map(([, code]) => String(code));
  const isPath = new RegExp(`^((${folders})/|\\.[a-z]+[-.])`);
  const linked = [...shown.matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) => String(link));
  const paths = [...inCode.filter((code) => isPath.test(code)), ...linked];
  expect(paths.length).toBeGreaterThan(least);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test("every folder of lib and of lib/domain is in ARCHITECTURE.md's table of folders", () => {
  const foldersIn = (parent: string) =>
    readdirSync(new URL(`${parent}/`, root), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [`${parent}/${entry.name}`] : [],
    );
  const expected = [...foldersIn("lib").filter((folder) => folder !== "lib/domain"), ...foldersIn("lib/domain")];
  const [, table = ""] = /\n\| folder \| contents \|\n([\s\S]*?)\n\n/.exec(text) ?? [];
  expect(expected.filter((folder) => !table.includes(`\`${folder}\``))).toEqual([]);
});
