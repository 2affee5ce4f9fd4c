import { defineConfig } from "@playwright/test";
import { chromiumArgs, getChromium } from "./test/browser/get-chromium.ts";

// The workers inherit it: each of them loads this file again.
process.env.CHROMIUM_PATH = getChromium();

/**
 * Tests run on the desktop. Tests of layout carry the tag @layout and run on the phone as well; tests
 * that make sense on a phone only carry the tag @phone. Spec files run four at a time against one installation, so each
 * file creates the partners and buyers that it changes.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/browser",
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: false,
  workers: 4,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Ten times what a test takes: a busy machine of two cores is slow, and a test that hangs is rare.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
    // A trace of every test costs a third of the suite's CPU time: `TILL_TRACE=1 npm test browser` keeps those of failures.
    trace: process.env.TILL_TRACE === undefined ? "off" : "retain-on-failure",
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumArgs },
  },
  projects: [
    {
      name: "phone",
      grep: /@phone|@layout/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
    { name: "desktop", grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
  ],
});
