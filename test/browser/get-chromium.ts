import { findChromium, isHeadlessShell } from "./find-chromium.ts";
import { installChromium } from "./install-chromium.ts";

/** Arguments of a browser under test: no network of its own, and no sandbox when run as root. */
export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Returns the path of a Chromium that runs, after installing one if needed and possible. Continuous integration gets the headless
 * shell even if another browser is installed, because its machine is used for tests alone, which take half the CPU time with it.
 * @throws Error that says what was tried and what to do, when none could be found or installed.
 */
export function getChromium(): string {
  const present = findChromium();
  const isEnough = !process.env.CI || process.env.CHROMIUM_PATH || isHeadlessShell(present);
  if (present !== null && isEnough) return present;
  process.stderr.write("Installing Chromium's headless shell from Debian's packages.\n");
  const refusal = installChromium();
  const installed = findChromium() ?? present;
  if (installed !== null) return installed;
  throw new Error(
    `The browser tests need a Chromium, and ${refusal ?? "the one just installed does not start"}. Install Chromium or ` +
      "Google Chrome, or run `npx playwright install chromium`, or set CHROMIUM_PATH.",
  );
}
