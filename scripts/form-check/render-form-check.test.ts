import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { formCheckPath, renderFormCheck } from "#scripts/form-check/render-form-check.ts";

test("the validator that is kept is that of the schema; else run node scripts/generate-form-check.ts", async () => {
  expect(await readFile(formCheckPath, "utf8")).toBe(renderFormCheck());
});

test("it evaluates nothing, so that a strict policy lets it run", () => {
  expect(renderFormCheck()).not.toMatch(/\bnew Function\b|\beval\(|\brequire\(/);
});
