import { expect, type Page, test } from "@playwright/test";
import { awkwardPages, createAwkwardWorkplace } from "./awkward.ts";
import { signIn } from "./members.ts";
import { stack } from "./stack.ts";

/**
 * Takes pictures of every page of the dashboard for a look at them: `TILL_SCREENS=folder npx playwright test e2e/screens.spec.ts`. Otherwise
 * there is nothing to test here.
 */
const folder = process.env.TILL_SCREENS;

const widths = [390, 768, 1024, 1280, 1440];

/** Saves the page at each width, light and dark. A page that is longer than a few screens is cut off. */
async function takeAll(page: Page, name: string, of = widths): Promise<void> {
  for (const width of of) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const scrollHeight = await page.evaluate(() => document.documentElement.scrollHeight);
      const clip = { x: 0, y: 0, width, height: Math.min(scrollHeight, 2_400) };
      const path = `${folder}/${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, clip, fullPage: true, scale: "css", animations: "disabled" });
    }
  }
}

const settled = async (page: Page) => {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("main [class*=animate-pulse]")).toHaveCount(0);
};

if (folder !== undefined) {
  test("every page of the dashboard, with long names and huge amounts @desktop", async ({ page, context }) => {
    test.setTimeout(1_200_000);
    for (const [index, [path, opener]] of awkwardPages(await createAwkwardWorkplace(context)).entries()) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${stack().baseUrl}/dashboard${path}`);
      await settled(page);
      const words = path === "" ? "overview" : path.slice(1).replaceAll("/", "-").replaceAll(/_\w+/g, "");
      const name = `${String(index).padStart(2, "0")}-${words}`;
      await takeAll(page, name);
      if (opener === undefined) continue;
      await page.getByRole("button", { name: opener }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await takeAll(page, `${name}-dialog`, [390, 1440]);
    }
  });

  test("the overview of the demo, for the README @desktop", async ({ page, context }) => {
    await signIn(context, stack().dashboard);
    await page.goto(`${stack().baseUrl}/dashboard`);
    await settled(page);
    await page.screenshot({ path: `${folder}/dashboard-overview-desktop-light.png`, scale: "css" });
  });

  test("the pages for visitors @desktop", async ({ page }) => {
    for (const path of ["sign-in", "sign-up", "reset", "two-factor", "invitation"]) {
      await page.goto(`${stack().baseUrl}/${path}`);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await takeAll(page, path);
    }
  });
}
