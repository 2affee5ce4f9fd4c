import { expect, type Locator } from "@playwright/test";

/** Presses Tab until the element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1) await target.page().keyboard.press("Tab");
  await expect(target).toBeFocused();
}
