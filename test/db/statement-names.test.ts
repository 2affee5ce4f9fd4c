import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no two statements have the same name: a connection knows only the first of them", () => {
  const names = globSync(["lib/**/*.ts", "scripts/**/*.ts"], {
    exclude: (file) => file.endsWith(".test.ts") || file.endsWith("/generated"),
  }).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bname: "([\w-]+)",\s+text:/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(400);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
