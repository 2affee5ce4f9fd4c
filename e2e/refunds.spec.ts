import { expect, type Page, test } from "@playwright/test";
import { createPublicClient, erc20Abi, http } from "viem";
import { pay } from "#scripts/pay/pay.ts";
import { expectNoFaults } from "./axe.ts";
import { type Buyer, createBuyer } from "./buyers.ts";
import { expectAccessible } from "./look.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { button, methods, title } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { sell, usdc } from "./selling.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";
import { watch } from "./watch.ts";

/** Reads a buyer's USDC on Base, in smallest units. */
function balanceOf({ address }: Buyer): Promise<bigint> {
  const transport = http(stack().chains.find(({ chainId }) => chainId === 8453)?.rpcUrl);
  const call = { address: usdc, abi: erc20Abi, functionName: "balanceOf", args: [address] } as const;
  return createPublicClient({ transport }).readContract(call);
}

/** Requests a refund on the payment's page. @returns the link. */
async function request(page: Page, amount: string): Promise<string> {
  await button(page, /^Refund$/).click();
  await page.getByLabel("Amount in USD").fill(amount);
  await button(page, "Create refund link").click();
  return readLink(page);
}

async function readLink(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Refund link" });
  const link = (await dialog.locator("code").textContent()) ?? "";
  await expect(dialog.getByRole("link", { name: "Sign here" })).toHaveAttribute("href", link);
  await button(page, "Done").click();
  return link;
}

test("a refund from the dashboard to the buyer's account happens once, whatever page is closed on the way", async ({
  page,
  context,
}) => {
  const { shop, buyer, url } = await sell(context);
  await page.goto(url);
  await expect(page.getByText("Paid out", { exact: true })).toBeVisible({ timeout: 20_000 });
  await button(page, /^Refund$/).click();
  await expect(page.getByText(/^24\.90\sUSD is left to refund, which is 24\.90\sUSDC\.$/)).toBeVisible();
  await page.getByLabel("Amount in USD").fill("24.91");
  await button(page, "Create refund link").click();
  await expect(page.getByLabel("Amount in USD")).toHaveAccessibleDescription(/at most/);
  await expectNoFaults(page);
  await button(page, "Cancel").click();

  const lost = await request(page, "10.00");
  await page.reload();
  await expect(page.getByText("Awaiting signature")).toBeVisible();
  await button(page, "New link").click();
  await button(page, "Create new link").click();
  const link = await readLink(page);
  await expect(page.getByText("Awaiting signature")).toHaveCount(1);

  const first = await context.newPage();
  const { complaints, hosts } = watch(first);
  const wallet = await installWallet(first, buyer);
  await first.goto(lost);
  await expect(title(first)).toHaveText("Refund cancelled");
  await first.goto(link);
  await expect(title(first)).toHaveText("Sign the refund");
  await expect(first.getByText(shop.address)).toBeVisible();
  await expect(first.getByText(buyer.address)).toBeVisible();
  await expectAccessible(first);
  // 1440 px at 200 % are 720, 640 px at 200 % are 320.
  for (const width of [720, 320, 1440]) {
    await first.setViewportSize({ width, height: 800 });
    expect(await first.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  // On a phone, the summary is one line, as in the checkout.
  await first.setViewportSize({ width: 390, height: 844 });
  await expect(first.getByText(shop.address)).toBeHidden();
  await expect(button(first, "Connect wallet")).toBeInViewport();
  await button(first, "Refund details").click();
  await expect(first.getByText(shop.address)).toBeVisible();
  await button(first, "Refund details").click();
  await first.setViewportSize({ width: 1440, height: 800 });
  await button(first, "Connect wallet").click();
  await button(first, "Test Wallet").click();
  await expect(title(first)).toHaveText("Connect the merchant’s wallet");
  await wallet.useAccount(shop.privateKey);
  await expect(button(first, "Refund 10.00 USDC")).toBeVisible();
  await expect(first.getByText(/refund exactly 10\.00\sUSDC to the buyer\. Signing is free\./)).toBeVisible();
  await first.reload();
  await button(first, "Connect wallet").click();
  wallet.rejectNext("eth_signTypedData_v4");
  await button(first, "Refund 10.00 USDC").click();
  await expect(first.getByText("You declined the request in your wallet. No money was sent.")).toBeVisible();
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(stack().baseUrl).host]);
  // The page is closed when it has the signature and before the server has it.
  const refused = new Promise<void>((resolve) => {
    void first.route("**/confirm", (route) => route.abort().then(resolve));
  });
  await button(first, "Try again").click();
  await refused;
  await first.close();
  expect(methods(wallet)).toEqual(["eth_signTypedData_v4", "eth_signTypedData_v4"]);
  await page.reload();
  await expect(page.getByText("Awaiting signature")).toBeVisible();

  const second = await context.newPage();
  const before = await balanceOf(buyer);
  // The signature's quote may have expired meanwhile: the wallet is asked again, by keyboard alone.
  let hasExpired = false;
  await second.route("**/confirm", (route) => {
    if (hasExpired) return route.continue();
    hasExpired = true;
    return route.fulfill({ status: 400, json: { code: "quote_expired", message: "The quote has expired." } });
  });
  const again = await installWallet(second, { ...shop, isConnected: true });
  await second.goto(link);
  await expect(second.getByText("The request expired. Sign the new one to continue.")).toBeVisible();
  await button(second, "Open wallet").press("Enter");
  await expect(second.getByText("Welcome back. Continue where you left off.")).toBeVisible();
  await expect(title(second)).toBeFocused();
  await second.keyboard.press("Tab");
  await expect(button(second, "Open wallet")).toBeFocused();
  await second.keyboard.press("Enter");
  await expect(title(second)).toHaveText(/Refund sent|Refunded/);
  expect(methods(again)).toEqual(["eth_signTypedData_v4"]);
  await second.reload();
  await expect(title(second)).toHaveText("Refunded");
  await expect(second.getByRole("link", { name: "View on basescan.org" })).toHaveAttribute("href", /\/tx\/0x/);
  await second.reload();
  await expect(title(second)).toHaveText("Refunded");
  // The summary lost its facts for the signer, and its parts still stand together.
  await second.setViewportSize({ width: 1440, height: 900 });
  const merchant = await second.getByRole("heading", { level: 1 }).boundingBox();
  const amount = await second.getByText("10.00 USDC", { exact: true }).first().boundingBox();
  expect((amount?.y ?? 0) - (merchant?.y ?? 0) - (merchant?.height ?? 0)).toBeLessThan(56);
  expect((await balanceOf(buyer)) - before).toBe(10_000_000n);

  // Without a reload: the dashboard follows the refund.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Partly refunded");
  await expect(page.getByText("Paid", { exact: true }).last()).toBeVisible();
  await request(page, "1.00");
  await button(page, "Cancel refund").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel refund" }).click();
  await expect(page.getByText("Awaiting signature")).toHaveCount(0);
  await expectNoFaults(page);
});

test("held money goes back to the buyer from the treasury, after a confirmation that names both", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  const buyer = await createBuyer([8453]);
  const { paymentId, gatewayUrl } = await createPayment(undefined, workplace);
  await pay({ link: gatewayUrl, appId: stack().appId, privateKey: buyer.privateKey });
  await signIn(context, await createMember(workplace, "admin"));
  const before = await balanceOf(buyer);
  await page.goto(`${stack().baseUrl}/dashboard/payments/${paymentId}`);
  await expect(page.getByRole("list", { name: "Progress" }).getByText("Held in treasury")).toBeVisible({
    timeout: 20_000,
  });
  await button(page, /^Refund$/).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: /^Return it from the treasury/ })).toBeChecked();
  await expect(dialog.getByLabel("Amount in USD")).toHaveCount(0);
  await expectNoFaults(page);
  await button(page, "Continue").click();
  await expect(dialog.getByText(buyer.address.slice(-4))).toBeVisible();
  await expectNoFaults(page);
  const confirm = dialog.getByRole("button", { name: /^Return 24\.\d+\sUSDC/ });
  const amount = BigInt(Math.round(Number(/[\d.]+/.exec((await confirm.textContent()) ?? "")?.[0]) * 1e6));
  await confirm.click();
  await expect(page.getByText("Returned to the buyer", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("From the treasury, which held the money.")).toBeVisible();
  expect((await balanceOf(buyer)) - before).toBe(amount);
  // The stack's partners pay no fees, so nothing is left.
  await expect(page.getByText("Refunded in full")).toBeVisible();
  await expect(button(page, /^Refund$/)).toHaveCount(0);
  await expectNoFaults(page);
});
