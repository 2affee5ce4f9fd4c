import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { renderApiTypes, writeApiTypes } from "#scripts/sdk/render-api-types.ts";

test("the SDK's types are written when they are missing or stale, and left alone when they are current", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "till-sdk-types-"));
  const file = path.join(folder, "api-types.ts");
  try {
    await writeApiTypes(file);
    const current = await renderApiTypes();
    expect(await readFile(file, "utf8")).toBe(current);
    const { ino } = await stat(file);
    await writeApiTypes(file);
    expect((await stat(file)).ino).toBe(ino);
    await writeFile(file, "export type paths = never;\n");
    await writeApiTypes(file);
    expect(await readFile(file, "utf8")).toBe(current);
    expect(await readdir(folder)).toEqual(["api-types.ts"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
