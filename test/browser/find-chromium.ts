import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge"];
const fixedPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Looks for a browser that can run: `CHROMIUM_PATH`, then the system's, then the one that Playwright downloads.
 * @returns its path, or null when there is none.
 * @throws when `CHROMIUM_PATH` names something that does not run: a wish is not replaced by a guess.
 */
export function findChromium(): string | null {
  const wished = process.env.CHROMIUM_PATH;
  if (wished) {
    if (runs(wished)) return wished;
    throw new Error(`CHROMIUM_PATH is ${wished}, which is not a browser that starts`);
  }
  return [...onPath(), ...fixedPlaces, chromium.executablePath()].find(runs) ?? null;
}

function onPath(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

// Asked for its version, because some systems put a script there that only says how to install the real thing.
function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}
