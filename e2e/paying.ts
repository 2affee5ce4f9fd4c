import { expect, type Page } from "@playwright/test";
import type { TestWallet } from "./wallet.ts";

// How the tests of the checkout speak of its page.
export const title = (page: Page) => page.getByRole("heading", { level: 2 });
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
export const option = (page: Page, name: RegExp) => page.getByRole("radio", { name });
/** What went wrong; Next has an alert of its own on every page. */
export const trouble = (page: Page) => page.locator("main").getByRole("alert");

/** Opens the list of wallets and takes the test's own; beside it there is always the Demo wallet here. */
export async function connect(page: Page): Promise<void> {
  await button(page, "Connect wallet").click();
  await page.getByRole("dialog").getByText("Test Wallet").click();
  await expect(title(page)).not.toHaveText("Choose how to pay");
}

/** What the wallet was asked to approve, in order. */
export const methods = ({ asked }: TestWallet) => asked.map(({ method }) => method);
