import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { apiTypesPath, renderApiTypes } from "#scripts/sdk/render-api-types.ts";

test("the SDK's types are those of the document", async () => {
  expect(await readFile(apiTypesPath, "utf8"), "run `npm run sdk -- generate`").toBe(await renderApiTypes());
});
