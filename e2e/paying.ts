import { expect, type Page } from "@playwright/test";
import type { TestWallet } from "./wallet.ts";

// Locators of the checkout's parts.
export const title = (page: Page) => page.getByRole("heading", { level: 2 });
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
export const option = (page: Page, name: RegExp) => page.getByRole("radio", { name });
/** The problem on screen. Scoped to `main`, because Next adds an alert to every page. */
export const problem = (page: Page) => page.locator("main").getByRole("alert");

/** Connects the test's wallet from the wallet list, which also has the demo wallet. */
export async function connect(page: Page): Promise<void> {
  await button(page, "Connect wallet").click();
  await button(page, "Test Wallet").click();
  await expect(title(page)).not.toHaveText(/Choose how to pay|Choose a wallet/);
}

/** The methods that the wallet was asked to approve, in order. */
export const methods = ({ asked }: TestWallet) => asked.map(({ method }) => method);
