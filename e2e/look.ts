import type { Page } from "@playwright/test";
import { expectNoFaults } from "./axe.ts";

/** Expects that axe finds no violation in the page's current state, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectNoFaults(page);
  // The themes differ in nothing but colors.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNoFaults(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
}

const folder = process.env.TILL_SCREENS;

/** Saves screenshots of the page, light and dark, in the folder that TILL_SCREENS names, if any. */
export async function picture(page: Page, name: string, project: string): Promise<void> {
  if (folder === undefined) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({
      path: `${folder}/dashboard-${name}-${project}-${colorScheme}.png`,
      scale: "css",
      animations: "disabled",
    });
  }
  await page.emulateMedia({ colorScheme: "light" });
}
