import { expect, type Page } from "@playwright/test";
import type { TestWallet } from "./wallet.ts";

// Locators of the checkout page.
export const title = (page: Page) => page.getByRole("heading", { level: 2 });
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
export const option = (page: Page, name: RegExp) => page.getByRole("radio", { name });
/** The page's error. Next adds an alert of its own to every page, outside of `main`. */
export const trouble = (page: Page) => page.locator("main").getByRole("alert");

/** Opens the list of wallets and chooses the test's own. The list also has the Demo wallet. */
export async function connect(page: Page): Promise<void> {
  await button(page, "Connect wallet").click();
  await page.getByRole("dialog").getByText("Test Wallet").click();
  await expect(title(page)).not.toHaveText("Choose how to pay");
}

/** The methods of the requests that the wallet was asked to approve, in order. */
export const methods = ({ asked }: TestWallet) => asked.map(({ method }) => method);
