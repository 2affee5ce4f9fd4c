import { readFile } from "node:fs/promises";
import { minVersion, satisfies } from "semver";
import { expect, test } from "vitest";
import { z } from "zod";

const engines = z.object({ engines: z.record(z.string(), z.string()).optional() });
const lockFile = z.object({ packages: z.record(z.string(), engines) });
const manifest = z.object({ engines: z.object({ node: z.string(), npm: z.string() }) });
const read = async () => manifest.parse(JSON.parse(await readFile("package.json", "utf8"))).engines;
/** `22.18`, as texts write the range `>=22.18`. */
const shown = (range: string) => range.replace(/^>=/, "").replace(/^(\d+\.\d+)\.\d+$/, "$1");

test("no package asks for a newer Node or npm than package.json", async () => {
  const { node, npm } = await read();
  const { packages } = lockFile.parse(JSON.parse(await readFile("package-lock.json", "utf8")));
  const newer = Object.entries(packages).filter(
    ([, { engines: asked }]) =>
      (asked?.node !== undefined && !satisfies(minVersion(node)?.version ?? "", asked.node)) ||
      (asked?.npm !== undefined && !satisfies(minVersion(npm)?.version ?? "", asked.npm)),
  );
  // npm skips it on every machine that Till runs on.
  const names = newer.map(([name]) => name).filter((name) => name !== "node_modules/@img/sharp-win32-ia32");
  expect(names).toEqual([]);
});

test.for(["README.md", "docs/operations.md", "scripts/README.md"])(
  "%s names the same minimum versions",
  async (file) => {
    const { node, npm } = await read();
    const text = await readFile(file, "utf8");
    expect(text).toContain(`Node ${shown(node)} or newer`);
    const named = [...text.matchAll(/\b(Node|npm) (\d+(?:\.\d+)+) or newer/g)].map(
      ([, name, version]) => `${name} ${version}`,
    );
    const right = [`Node ${shown(node)}`, `npm ${shown(npm)}`];
    expect(named.filter((each) => !right.includes(each))).toEqual([]);
  },
);
