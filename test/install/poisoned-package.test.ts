import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { access, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
/** Older ones don't know all settings of .npmrc. npx gets it from the registry. */
const npm = "npm@11.19.1";
const old = "2020-01-01T00:00:00.000Z";
let folder: string;
let registry: Server;
/** Answers of the registry of the test, by path. */
const files = new Map<string, string | Buffer>();
const marker = () => path.join(folder, "has-run");

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "till-poison-"));
  registry = createServer(({ url = "" }, response) => {
    const file = files.get(url);
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  await publish("poison", old, { postinstall: `node -e 'fs.writeFileSync("${marker()}", "")'` });
  await publish("fresh", new Date().toISOString(), {});
}, 300_000);
afterAll(async () => {
  registry.close();
  await rm(folder, { recursive: true });
});

const base = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;

async function publish(name: string, time: string, scripts: Record<string, string>): Promise<void> {
  const source = path.join(folder, name);
  const manifest = { name, version: "1.0.0", scripts };
  await mkdir(source);
  await writeFile(path.join(source, "package.json"), JSON.stringify(manifest));
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: source });
  const tarball = await readFile(path.join(folder, `${name}-1.0.0.tgz`));
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const dist = { tarball: `${base()}/${name}/-/${name}-1.0.0.tgz`, integrity };
  const version = { ...manifest, dist, hasInstallScript: Object.keys(scripts).length > 0 };
  files.set(
    `/${name}`,
    JSON.stringify({ name, "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version }, time: { "1.0.0": time } }),
  );
  files.set(`/${name}/-/${name}-1.0.0.tgz`, tarball);
}

/** Runs npm in a project that has our settings and nothing but one dependency. @returns the error, or null. */
async function npmIn(project: string, ...args: string[]): Promise<string | null> {
  const cwd = path.join(folder, project);
  const own = ["--registry", base(), "--cache", path.join(folder, "cache")];
  // Settings that npm has passed to this process would come before those of the project.
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  const options = { cwd, env: Object.fromEntries(inherited) as NodeJS.ProcessEnv };
  return run("npx", ["--yes", "-p", npm, "npm", ...args, ...own], options).then(
    () => null,
    ({ stderr }) => stderr,
  );
}

async function createProject(project: string, dependency: string): Promise<void> {
  const { allowScripts } = JSON.parse(await readFile("package.json", "utf8"));
  await mkdir(path.join(folder, project));
  await copyFile(".npmrc", path.join(folder, project, ".npmrc"));
  const manifest = { name: project, version: "1.0.0", allowScripts, dependencies: { [dependency]: "1.0.0" } };
  await writeFile(path.join(folder, project, "package.json"), JSON.stringify(manifest));
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

test("a package with an install script that isn't reviewed is neither installed nor run, by npm install and npm ci", async () => {
  await createProject("shop", "poison");
  expect(await npmIn("shop", "install")).toContain("ESTRICTALLOWSCRIPTS");
  // Once it is in the lock file, as if a change of it had been merged.
  expect(await npmIn("shop", "install", "--package-lock-only", "--ignore-scripts")).toBeNull();
  expect(await npmIn("shop", "ci")).toContain("ESTRICTALLOWSCRIPTS");
  expect(await exists(path.join(folder, "shop", "node_modules", "poison"))).toBe(false);
  expect(await exists(marker())).toBe(false);
  // The package would run, and only the settings stop it.
  expect(await npmIn("shop", "ci", "--dangerously-allow-all-scripts")).toBeNull();
  expect(await exists(marker())).toBe(true);
}, 300_000);

test("a version that was published within a week isn't installed", async () => {
  await createProject("early", "fresh");
  expect(await npmIn("early", "install")).toContain("No matching version found for fresh@1.0.0 with a date before");
  expect(await npmIn("early", "install", "--min-release-age=0")).toBeNull();
}, 300_000);

test("every package of the lock file that has an install script is reviewed", async () => {
  const { allowScripts } = JSON.parse(await readFile("package.json", "utf8"));
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
  const withScript = Object.keys(packages).filter((at) => at !== "" && packages[at].hasInstallScript === true);
  const names = withScript.map((at) => at.replace(/^.*node_modules\//, ""));
  expect(new Set(names)).toEqual(new Set(Object.keys(allowScripts)));
});
