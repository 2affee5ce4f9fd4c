import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Expects that axe finds no violation in the page's current state, with transitions at their end. */
export async function expectNoFaults(page: Page): Promise<void> {
  await page.evaluate(finishTransitions);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** Ends running transitions: in the middle of one, such as a change of theme, colors have no meaningful contrast. */
function finishTransitions(): void {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}

/** Colors don't depend on the layout, nor layouts on the theme: the phone tests the light theme, the desktop the dark one. */
export const layoutTag = (theme: "light" | "dark"): string => (theme === "light" ? "@phone" : "@desktop");
