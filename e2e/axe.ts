import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import axe, { type Result, type RunOptions } from "axe-core";

/**
 * Expects that axe finds no violation in the page's current state, once it has its title, with transitions at
 * their end.
 * @param rules the names of the only rules to check, instead of all.
 */
export async function expectNoFaults(page: Page, rules?: string[]): Promise<void> {
  // Next.js streams the title after the page's content.
  await expect(page).toHaveTitle(/./);
  await page.evaluate(finishTransitions);
  const violations = await findViolations(page, rules);
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
}

/**
 * Runs axe in the page. Its script is evaluated once in a document, which takes longer than a run, and nothing
 * is described but violations: on a long page, that takes longer than to find them.
 */
async function findViolations(page: Page, rules: string[] | undefined): Promise<Pick<Result, "id" | "nodes">[]> {
  const options: RunOptions = {
    resultTypes: ["violations"],
    selectors: false,
    ...(rules && { runOnly: { type: "rule", values: rules } }),
  };
  // The results of frames have to be put together.
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations;
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (given) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(given);
    return violations.map(({ id, nodes }) => ({ id, nodes }));
  }, options);
}

/** Ends running transitions: in the middle of one, such as a change of theme, colors have no meaningful contrast. */
function finishTransitions(): void {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}

/**
 * Colors don't depend on the layout, nor layouts on the theme: the phone tests the light theme, the desktop the
 * dark one.
 */
export const layoutTag = (theme: "light" | "dark"): string => (theme === "light" ? "@phone" : "@desktop");
