import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { formCheckPath, renderFormCheck } from "#scripts/form-check/render-form-check.ts";

test("the generated validator matches the schema; if not, run node scripts/generate-form-check.ts", async () => {
  expect(await readFile(formCheckPath, "utf8")).toBe(renderFormCheck());
});

test("the validator runs under a strict content security policy", () => {
  expect(renderFormCheck()).not.toMatch(/\bnew Function\b|\beval\(|\brequire\(/);
});
