import { expect, type Page, test } from "@playwright/test";
import { awkwardPages, createAwkwardWorkplace } from "./awkward.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { stack } from "./stack.ts";

/**
 * Lists what makes the page wider than its window, what is wider than its section, texts that a box cuts off
 * without an ellipsis, and controls that are too small for a finger.
 */
const faultsAt = (page: Page, width: number) =>
  page.evaluate(async (window) => {
    // The chart measures its box a frame after a change of width.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const found: string[] = [];
    const name = (of: Element) => of.outerHTML.slice(0, 160);
    if (document.documentElement.scrollWidth > window)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const box of document.querySelectorAll("main *, [role=dialog], [role=dialog] *")) {
      const { overflowX, textOverflow } = getComputedStyle(box);
      // A field scrolls its text.
      const isCut = box.tagName !== "INPUT" && ["hidden", "clip"].includes(overflowX) && textOverflow !== "ellipsis";
      // A box of one pixel holds a text for screen readers.
      if (isCut && box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1) found.push(`cut off: ${name(box)}`);
      if (box.matches("section") && overflowX === "visible" && box.scrollWidth > box.clientWidth + 1)
        found.push(`something sticks out of: ${name(box)}`);
      if (box.matches("[role=dialog]") && box.scrollWidth > box.clientWidth + 1) found.push("the dialog is too wide");
      if (!box.matches("button, select, input:not([type=checkbox], [type=radio])")) continue;
      const { width: across, height } = box.getBoundingClientRect();
      if (across > 1 && height > 1 && Math.min(across, height) < 43.5)
        found.push(`${across} × ${height}: ${name(box)}`);
    }
    return found;
  }, width);

test("with long names and huge amounts, no page or dialog overflows, cuts text off or has controls too small for a finger @phone", async ({
  page,
  context,
}) => {
  const { baseUrl } = stack();
  const found: Record<string, string[]> = {};
  const look = async (where: string, ...widths: number[]) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const faults = await faultsAt(page, width);
      if (faults.length > 0) found[`${where} at ${width}`] = faults;
    }
  };
  for (const [path, opener] of awkwardPages(await createAwkwardWorkplace(context))) {
    await page.goto(`${baseUrl}/dashboard${path}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator("main [class*=animate-pulse]")).toHaveCount(0);
    // 640 pixels are a window of 1280 at 200 % zoom, and 320 pixels one at 400 %.
    await look(path, 1280, 1024, 768, 640, 320);
    const filters = page.getByRole("button", { name: "Filters", exact: true });
    if (await filters.isVisible()) {
      await filters.click();
      await look(`${path} with its filters`, 320);
    }
    if (opener === undefined) continue;
    await page.getByRole("button", { name: opener }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await look(`${path} ${opener.source}`, 320);
  }
  expect(found).toEqual({});
});

test("the navigation fades at each end that hides links @phone", async ({ page, context }) => {
  await signIn(context, await createMember(await createWorkplace(), "owner"));
  await page.goto(`${stack().baseUrl}/dashboard`);
  const list = page.getByRole("navigation", { name: "Dashboard" }).getByRole("list");
  const hint = async () => [
    await list.getAttribute("data-more"),
    await list.evaluate((element) => getComputedStyle(element).maskImage !== "none"),
  ];
  await expect.poll(hint).toEqual(["end", true]);
  await list.evaluate((element) => {
    element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
  });
  await expect.poll(hint).toEqual(["start end", true]);
  await list.evaluate((element) => {
    element.scrollLeft = element.scrollWidth;
  });
  await expect.poll(hint).toEqual(["start", true]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(hint).toEqual(["", false]);
});

test("the pages for visitors fit a window at 200 % and 400 % zoom @phone", async ({ page }) => {
  const found: Record<string, string[]> = {};
  for (const path of ["sign-in", "sign-up", "reset", "sign-up/complete", "reset/complete", "invitation"]) {
    await page.goto(`${stack().baseUrl}/${path}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.locator("main [class*=animate-pulse]")).toHaveCount(0);
    for (const width of [640, 320]) {
      await page.setViewportSize({ width, height: 450 });
      const faults = await faultsAt(page, width);
      if (faults.length > 0) found[`${path} at ${width}`] = faults;
    }
  }
  expect(found).toEqual({});
});
