import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Expects that axe finds no violation in the page's current state, once it has its title, with transitions at their end.
 * @param rules the names of the only rules to check, instead of all.
 */
export async function expectNoFaults(page: Page, rules?: string[]): Promise<void> {
  // Next.js streams the title after the page's content.
  await expect(page).toHaveTitle(/./);
  await page.evaluate(finishTransitions);
  const builder = new AxeBuilder({ page });
  // Otherwise it opens another page to put the results of frames together.
  if (page.frames().length === 1) builder.setLegacyMode();
  if (rules) builder.withRules(rules);
  const { violations } = await builder.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** Ends running transitions: in the middle of one, such as a change of theme, colors have no meaningful contrast. */
function finishTransitions(): void {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}

/** Colors don't depend on the layout, nor layouts on the theme: the phone tests the light theme, the desktop the dark one. */
export const layoutTag = (theme: "light" | "dark"): string => (theme === "light" ? "@phone" : "@desktop");
