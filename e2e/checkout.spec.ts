import { expect, test } from "@playwright/test";
import { createBuyer, fundBuyer } from "./buyers.ts";
import { button, connect, methods, option, title, trouble } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";
import { watch } from "./watch.ts";

test("pays with one signature and no network fee, and asks no other host for anything @layout", async ({ page }) => {
  const { complaints, hosts } = watch(page);
  const buyer = await createBuyer();
  const wallet = await installWallet(page, buyer);
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(option(page, /USDC.*Base/)).toBeChecked();
  await expect(option(page, /USDC.*Base/)).toHaveAccessibleName(
    /24\.90\sUSDC about \d+ s Base You have 1,000\.00 No network fee/,
  );
  await expect(page.getByText(/pay exactly 24\.90\sUSDC to Café Lumen\. Signing is free\./)).toBeVisible();
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Confirming your payment");
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet)).toEqual(["eth_signTypedData_v4"]);
  await expect(page.getByRole("link", { name: "View on basescan.org" })).toHaveAttribute(
    "href",
    /\/tx\/0x[0-9a-f]{64}$/,
  );
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(stack().baseUrl).host]);
});

test("pays in two steps where the token needs leave first, explaining each, on a network that the wallet has to learn", async ({
  page,
}) => {
  const wallet = await installWallet(page, { ...(await createBuyer([56])), chainId: 1, knownChainIds: [1] });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await option(page, /USDT .*BNB Smart Chain/).check();
  await button(page, "Pay 24.90 USDT").click();
  await expect(page.getByText("Step 1 of 2")).toBeVisible();
  await expect(title(page)).toHaveText("Allow USDT to be paid");
  expect(wallet.asked).toEqual([]);
  await button(page, "Open wallet").click();
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  await expect(title(page)).toHaveText("Approve 24.90 USDT");
  expect([...new Set(methods(wallet))]).toEqual([
    "wallet_switchEthereumChain",
    "wallet_addEthereumChain",
    "eth_sendTransaction",
  ]);
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet).at(-1)).toBe("eth_signTypedData_v4");
});

test("takes a rejection for an answer, and the next try for another", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  wallet.rejectNext("eth_signTypedData_v4");
  await button(page, "Pay 24.90 USDC").click();
  await expect(trouble(page)).toContainText("You declined it in your wallet. Nothing was taken");
  await button(page, "Pay another way").click();
  await option(page, /EURC.*Base/).check();
  wallet.rejectNext("eth_signTypedData_v4");
  await button(page, /Pay .* EURC/).click();
  await expect(trouble(page)).toContainText("You declined it");
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
});

test("switches the network for the buyer, and says so where the wallet refuses", async ({ page }) => {
  const wallet = await installWallet(page, { ...(await createBuyer([8453])), chainId: 56 });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(page.getByText("Your wallet may first ask to switch to Base.")).toBeVisible();
  wallet.rejectNext("wallet_switchEthereumChain");
  await button(page, "Pay 24.90 USDC").click();
  await expect(trouble(page)).toContainText("Switch it to Base, then try again.");
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
});

test("pays with the Demo wallet, which is there without being installed", async ({ page }) => {
  const { complaints } = watch(page);
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await button(page, "Connect wallet").click();
  await expect(page.getByText(/Demo wallet 0x/)).toBeVisible();
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Paid");
  expect(complaints).toEqual([]);
});

test("shows what another account can pay with as soon as the wallet shows it", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(title(page)).toHaveText("Nothing here to pay with");
  await expect(page.getByText("USDC, EURC, or USDT on Base or BNB Smart Chain")).toBeVisible();
  const rich = await createBuyer([8453]);
  await wallet.useAccount(rich.privateKey);
  await expect(option(page, /USDC.*Base/)).toBeChecked();
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Paid");
});

test("says which token a payment asks for, and finds it once it is there", async ({ page }) => {
  const buyer = await createBuyer([8453]);
  await installWallet(page, buyer);
  const usdt = {
    unit: "caip19/eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955",
    value: `1${"0".repeat(18)}`,
  };
  const { gatewayUrl } = await createPayment(usdt);
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(page.getByText("Café Lumen asks to be paid in USDT.")).toBeVisible();
  await expect(page.getByText("USDT on BNB Smart Chain", { exact: true })).toBeVisible();
  await fundBuyer(buyer, [56]);
  await button(page, "Look again").click();
  await expect(option(page, /1\.00\sUSDT.*BNB/)).toBeChecked();
});

test("is paid by keyboard alone @desktop", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByText("Time left")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(button(page, "Connect wallet")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  const wallet = page.getByRole("dialog").getByRole("button", { name: /Test Wallet/ });
  for (let presses = 0; presses < 6 && !(await wallet.evaluate((it) => it === document.activeElement)); presses++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Choose what to pay with");
  await expect(title(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(option(page, /EURC.*Base/)).toBeChecked();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await expect(button(page, "Pay 24.90 USDC")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Paid");
  await expect(title(page)).toBeFocused();
});
