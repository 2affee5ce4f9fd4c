import { expect, type Page, test } from "@playwright/test";
import { startNodeProxy } from "#test/chain/node-proxy.ts";
import { createBuyer, fundBuyer } from "./buyers.ts";
import { expectAccessible } from "./look.ts";
import { createWorkplace } from "./members.ts";
import { startOtherServer } from "./other-server.ts";
import { partner } from "./partner-command.ts";
import { button, methods, option, problem, title } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";

const folder = process.env.TILL_SCREENS;

/** Saves screenshots of each width and theme in the folder that TILL_SCREENS names, if any. */
async function pictures(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  for (const width of [390, 1024, 1440]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: `${folder}/checkout-${name}-${width}-${colorScheme}.png`, scale: "css" });
    }
  }
}

test("a network that doesn't respond is named as such, never as a low balance, and the payment continues once it does", async ({
  page,
}) => {
  const base = stack().chains.find(({ chainId }) => chainId === 8453);
  if (base === undefined) throw new Error("there is no Base chain");
  const node = await startNodeProxy(base.rpcUrl, () => "drop");
  const other = await startOtherServer(async () => ({ RPC_URLS_8453: node.url }));
  try {
    const buyer = await createBuyer([8453]);
    const wallet = await installWallet(page, buyer);
    const { paymentId } = await createPayment();
    await page.goto(`${other.baseUrl}/pay/${paymentId}`);
    await button(page, "Connect wallet").click();
    await expect(title(page)).toHaveText("Network unavailable");
    await expect(problem(page)).toContainText("because a payment network isn’t responding. You haven’t been charged.");
    await expectAccessible(page);
    await pictures(page, "network-unavailable");

    await fundBuyer(buyer, [56]);
    await button(page, "Try again").click();
    await expect(title(page)).toHaveText("Choose what to pay with");
    await expect(option(page, /BNB/).first()).toBeVisible();
    await expect(option(page, /Base/)).toHaveCount(0);
    await expect(page.getByText("Some options may be missing: no response from Base.")).toBeVisible();
    await expectAccessible(page);
    await pictures(page, "network-missing");

    node.misbehave();
    // The page tries again by itself.
    await option(page, /USDC.*Base/).check();
    await expect(page.getByText("Some options may be missing")).toHaveCount(0);
    node.misbehave(() => "drop");
    await button(page, "Pay 24.90 USDC").click();
    await expect(problem(page)).toHaveText(
      "Base isn’t responding. You haven’t been charged, and your progress is saved. Try again in a moment.",
    );
    await pictures(page, "network-confirm");
    node.misbehave();
    await button(page, "Try again").click();
    await expect(title(page)).toHaveText("Paid");
    expect(methods(wallet)).toEqual(["eth_signTypedData_v4"]);
  } finally {
    await other.stop();
    await node.stop();
  }
});

test("while the shop's budget for network costs is used up, a buyer learns of it before paying for an approval @desktop", async ({
  page,
}) => {
  const seller = await createWorkplace();
  await partner("limits", seller.partnerId, "--gas-usd", "0");
  const wallet = await installWallet(page, await createBuyer([56]));
  const { gatewayUrl } = await createPayment(undefined, seller);
  await page.goto(gatewayUrl);
  await button(page, "Connect wallet").click();
  await button(page, "Test Wallet").click();
  await expect(problem(page)).toContainText("today’s limit for network costs. You haven’t been charged.");
  await expectAccessible(page);
  await pictures(page, "budget");
  await partner("limits", seller.partnerId, "--gas-usd", "default");
  await button(page, "Try again").click();
  await expect(option(page, /BNB/).first()).toBeVisible();
  expect(methods(wallet)).toEqual([]);
});
