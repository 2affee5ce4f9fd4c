import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const text = read("docs/operations.md");

type Command = { name: string; subcommand: string; options: string[] };

/** The uses of our own commands in the manual: a subcommand, if any, and the options that are written after it. */
function commands(): Command[] {
  return [...text.matchAll(/npm run (?:-s )?([a-z:]+)(?: -- ([a-z-]*))?([^`\n]*)/g)].map(
    ([, name = "", subcommand = "", rest = ""]) => {
      const options = [...rest.matchAll(/ --([a-z][a-z-]*)/g)].map(([, option = ""]) => option);
      return subcommand.startsWith("--")
        ? { name, subcommand: "", options: [subcommand.slice(2), ...options] }
        : { name, subcommand, options };
    },
  );
}

/** The sources of a command: the script, and the folder of its name. */
function sourceOf(command: string): string {
  const script = (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts[command] ?? "";
  const file = script.split(" ").find((word) => word.endsWith(".ts")) ?? "";
  const folder =
    file.endsWith("main.ts") || file.endsWith("run.ts") ? file.replace(/\w+\.ts$/, "") : file.replace(".ts", "/");
  const files = [file, ...globSync(`${folder}**/*.ts`, { cwd: fileURLToPath(root) })];
  return file === "" ? "" : files.map(read).join("\n");
}

test("every command and option that docs/operations.md names exists", () => {
  const named = commands();
  const missing = named.flatMap(({ name, subcommand, options }) => {
    const source = sourceOf(name);
    if (source === "") return [name];
    const has = (word: string) => new RegExp(`\\b${word}\\b`).test(source);
    // A script that prints its usage lists its subcommands there; an option may have the same name.
    const isListed = source.includes("const usage = `npm run")
      ? source.includes(`npm run ${name} -- ${subcommand}`)
      : has(subcommand);
    const unknown = options.filter((option) => !has(option));
    return [...(isListed ? [] : [subcommand]), ...unknown].map((word) => `${name} ${word}`);
  });
  expect(named.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test("every link inside docs/operations.md leads to a heading, and the contents list every section once", () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-");
  const headings = [...text.matchAll(/^(#{2,3}) (.+)$/gm)].map(([, level, heading = ""]) => ({
    level,
    slug: slug(heading),
  }));
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link);
  expect(links.filter((link) => !headings.some((heading) => heading.slug === link))).toEqual([]);
  const contents = [...(text.split("\n## ")[0] ?? "").matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => link);
  const sections = headings.filter(({ level }) => level === "##").map((heading) => heading.slug);
  expect(contents.toSorted()).toEqual(sections.toSorted());
});
