import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const layouts = globSync("app/**/layout.tsx").filter((file) => readFileSync(file, "utf8").includes("<RootDocument>"));

test("every page has a root layout with a style sheet", () => {
  const folders = layouts.map((file) => `${path.dirname(file)}/`);
  const pages = globSync("app/**/page.tsx");
  expect(pages.filter((page) => folders.filter((folder) => page.startsWith(folder)).length !== 1)).toEqual([]);
});

test.for(layouts)("%s: the sheet is made from every file that its pages import", (layout) => {
  const sheet = readFileSync(layout, "utf8").match(/_styles\/\w+\.css/)?.[0];
  const sources = [...readFileSync(`app/${sheet}`, "utf8").matchAll(/@source "..\/..\/(.+)";/g)].map(
    ([, source = ""]) => source,
  );
  const imported = closureOf(globSync(`${escapeGlob(path.dirname(layout))}/**/*.tsx`));
  expect(sources.length).toBeGreaterThan(0);
  expect(
    imported.filter((file) => !sources.some((source) => file === source || file.startsWith(`${source}/`))),
  ).toEqual([]);
});

/** Returns the modules of these and of what they import, directly or not, in app and components, without tests. */
function closureOf(files: readonly string[]): string[] {
  const found = new Set(files);
  for (const file of found) {
    for (const [, imported = ""] of readFileSync(file, "utf8").matchAll(
      /(?:from|import\()\s*"#((?:app|components)\/[^"]+\.tsx?)"/g,
    )) {
      found.add(imported);
    }
  }
  return [...found].filter((file) => file.endsWith(".tsx"));
}

function escapeGlob(folder: string): string {
  return folder.replace(/[()[\]]/g, "[$&]");
}
