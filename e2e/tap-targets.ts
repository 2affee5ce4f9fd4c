import type { Page } from "@playwright/test";

/** Finds visible controls that a thumb misses: below 44 px in height or width. Links within a sentence are exempt. */
export function smallTargets(page: Page, within: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const controls = "button, summary, input:not([type=hidden]), select, a:not(:is(p, h1, h2, h3, li > span) a)";
    const found = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((part) => [
      ...part.querySelectorAll<HTMLElement>(controls),
    ]);
    return found
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => ({ control, box: (control.closest("label") ?? control).getBoundingClientRect() }))
      .filter(({ box: { width, height } }) => width > 1 && Math.min(width, height) < 43.5)
      .map(({ control, box }) => `${control.textContent?.trim()} ${Math.round(box.width)}x${Math.round(box.height)}`);
  }, within);
}
