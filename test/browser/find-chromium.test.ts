import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findChromium } from "./find-chromium.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "till-chromium-"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function writeBrowser(name: string, exitCode: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\nexit ${exitCode}\n`);
  await chmod(path, 0o755);
  return path;
}

test("CHROMIUM_PATH takes precedence over the system's browsers", async () => {
  await writeBrowser("chromium", 0);
  const wished = await writeBrowser("my-browser", 0);
  vi.stubEnv("PATH", folder);
  vi.stubEnv("CHROMIUM_PATH", wished);
  expect(findChromium()).toBe(wished);
});

test("a CHROMIUM_PATH without a browser is an error, and no other browser is used", async () => {
  await writeBrowser("chromium", 0);
  vi.stubEnv("PATH", folder);
  vi.stubEnv("CHROMIUM_PATH", join(folder, "missing"));
  expect(() => findChromium()).toThrow("CHROMIUM_PATH");
});

test("a command that only looks like a browser is skipped", async () => {
  await writeBrowser("chromium-browser", 1);
  const real = await writeBrowser("google-chrome", 0);
  vi.stubEnv("PATH", folder);
  vi.stubEnv("CHROMIUM_PATH", "");
  expect(findChromium()).toBe(real);
});
