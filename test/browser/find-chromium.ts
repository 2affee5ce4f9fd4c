import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

// The headless shell has no windows to draw, and needs half the CPU time.
const headlessShell = "chromium-headless-shell";
const names = [
  headlessShell,
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "microsoft-edge",
];
const fixedPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Finds a browser that runs: `CHROMIUM_PATH`, then the system's, then the one that Playwright downloads.
 * @returns its path, or null when there is none.
 * @throws when `CHROMIUM_PATH` names something that doesn't run, instead of using another browser.
 */
export function findChromium(): string | null {
  const wished = process.env.CHROMIUM_PATH;
  if (wished) {
    if (runs(wished)) return wished;
    throw new Error(`CHROMIUM_PATH is ${wished}, which is not a browser that runs`);
  }
  return [...onPath(), ...fixedPlaces, chromium.executablePath()].find(runs) ?? null;
}

/** True for the headless shell, as Debian and Playwright name it. */
export function isHeadlessShell(browser: string | null): boolean {
  return browser !== null && [headlessShell, "chrome-headless-shell"].includes(basename(browser));
}

function onPath(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

// Checked with its version, because on some systems the command only explains how to install the browser.
function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}
