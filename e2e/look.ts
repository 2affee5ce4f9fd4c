import type { Page } from "@playwright/test";
import { expectNoFaults } from "./axe.ts";

/**
 * Expects that axe finds no violation in the page's current state, in the light and the dark theme.
 * @param onTheme called in each theme, for pictures.
 */
export async function expectAccessible(
  page: Page,
  onTheme: (theme: "light" | "dark") => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    // The themes differ in nothing but colors.
    await expectNoFaults(page, theme === "light" ? undefined : ["color-contrast"]);
    await onTheme(theme);
  }
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
