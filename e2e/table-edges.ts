import { expect, type Page } from "@playwright/test";

/**
 * Expects that the last column is inside the table's box, before and after the others scroll under it, in a
 * window of that width.
 */
export async function expectAmountsInside(page: Page, width: number): Promise<void> {
  for (const left of [0, 10_000]) {
    const edges = await page.getByRole("table").evaluate((element, scrollLeft) => {
      const box = element.parentElement as HTMLElement;
      box.scrollLeft = scrollLeft;
      const ends = [...element.querySelectorAll("tr > :last-child")].map((cell) => cell.getBoundingClientRect().right);
      return {
        overlap: Math.max(...ends) - box.getBoundingClientRect().right,
        page: document.documentElement.scrollWidth,
      };
    }, left);
    expect(edges.overlap).toBeLessThanOrEqual(0);
    expect(edges.page).toBeLessThanOrEqual(width);
  }
}
