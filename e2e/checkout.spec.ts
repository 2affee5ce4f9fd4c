import { expect, test } from "@playwright/test";
import { createBuyer, fundBuyer } from "./buyers.ts";
import { button, connect, methods, option, problem, title } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { tabTo } from "./tab-to.ts";
import { installWallet } from "./wallet.ts";
import { watch } from "./watch.ts";

test("pays with one signature and no network fee, without requests to other hosts @layout", async ({ page }) => {
  const { complaints, hosts } = watch(page);
  const buyer = await createBuyer();
  const wallet = await installWallet(page, buyer);
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(option(page, /USDC.*Base/)).toBeChecked();
  await expect(option(page, /USDC.*Base/)).toHaveAccessibleName(
    /24\.90\sUSDC No fee Base · about \d+ s Balance: 1,000\.00/,
  );
  await expect(page.getByText(/pay exactly 24\.90\sUSDC to Café Lumen\. Signing is free\./)).toBeVisible();
  await expect(page.getByText(/payment router \(0x2a8a\S+c4e1\) as the recipient\. .* for Café Lumen/)).toBeVisible();
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Payment sent");
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

test("pays in two explained steps with a token that needs an approval, on a network that is new to the wallet", async ({
  page,
}) => {
  const wallet = await installWallet(page, { ...(await createBuyer([56])), chainId: 1, knownChainIds: [1] });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await option(page, /USDT .*BNB Smart Chain/).check();
  await button(page, "Pay 24.90 USDT").click();
  await expect(page.getByText("Step 1 of 2")).toBeVisible();
  await expect(title(page)).toHaveText("Step 1 of 2: Approve USDT");
  expect(wallet.asked).toEqual([]);
  await button(page, "Open wallet").click();
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  await expect(title(page)).toHaveText("Step 2 of 2: Pay 24.90 USDT");
  await expect(page.getByText(/payment router \(0x2a8a\S+c4e1\) as the spender/)).toBeVisible();
  expect([...new Set(methods(wallet))]).toEqual([
    "wallet_switchEthereumChain",
    "wallet_addEthereumChain",
    "eth_sendTransaction",
  ]);
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet).at(-1)).toBe("eth_signTypedData_v4");
});

test("a buyer who declines in the wallet can try again or pay another way", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  wallet.rejectNext("eth_signTypedData_v4");
  await button(page, "Pay 24.90 USDC").click();
  await expect(problem(page)).toContainText("You declined the request in your wallet. You haven’t been charged.");
  await button(page, "Pay another way").click();
  await option(page, /EURC.*Base/).check();
  wallet.rejectNext("eth_signTypedData_v4");
  await button(page, /Pay .* EURC/).click();
  await expect(problem(page)).toContainText("You declined the request");
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
});

test("asks the wallet to switch networks, and explains a refusal", async ({ page }) => {
  const wallet = await installWallet(page, { ...(await createBuyer([8453])), chainId: 56 });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(page.getByText("Your wallet may ask to switch to Base first.")).toBeVisible();
  wallet.rejectNext("wallet_switchEthereumChain");
  await button(page, "Pay 24.90 USDC").click();
  await expect(problem(page)).toContainText("Switch it to Base, then try again.");
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
});

test("pays with the demo wallet", async ({ page }) => {
  const { complaints } = watch(page);
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await button(page, "Connect wallet").click();
  await expect(page.getByText(/Demo wallet 0x/)).toBeVisible();
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Paid");
  expect(complaints).toEqual([]);
});

test("follows the wallet to another account and shows its options", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(title(page)).toHaveText("Not enough balance");
  // The pairs that can pay, and no other: USDT isn't offered on Base.
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
    /^USDC on Base24\.90\sUSDC missing$/,
    /^EURC on Base23\.06\sEURC missing$/,
    /^USDC on BNB Smart Chain24\.90\sUSDC missing$/,
    /^USDT on BNB Smart Chain24\.90\sUSDT missing$/,
  ]);
  const rich = await createBuyer([8453]);
  await wallet.useAccount(rich.privateKey);
  await expect(option(page, /USDC.*Base/)).toBeChecked();
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Paid");
});

test("names the only accepted token, and finds it after a deposit", async ({ page }) => {
  const buyer = await createBuyer([8453]);
  await installWallet(page, buyer);
  const usdt = {
    unit: "caip19/eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955",
    value: `1${"0".repeat(18)}`,
  };
  const { gatewayUrl } = await createPayment(usdt);
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(page.getByText("Café Lumen accepts only USDT for this payment.")).toBeVisible();
  await expect(page.getByRole("listitem").getByText("USDT on BNB Smart Chain", { exact: true })).toBeVisible();
  await fundBuyer(buyer, [56]);
  await button(page, "Check again").click();
  await expect(option(page, /1\.00\sUSDT.*BNB/)).toBeChecked();
});

test("an approval and a payment can be made with the keyboard alone @desktop", async ({ page }) => {
  const wallet = await installWallet(page, { ...(await createBuyer([56])), chainId: 56 });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByText("Time left")).toBeVisible();
  await tabTo(button(page, "Connect wallet"));
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Choose a wallet");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Choose what to pay with");
  await page.keyboard.press("Tab");
  while (!(await option(page, /USDT.*BNB/).isChecked())) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(button(page, "Pay 24.90 USDT")).toBeFocused();
  await page.keyboard.press("Enter");
  for (const step of ["Step 1 of 2: Approve USDT", "Step 2 of 2: Pay 24.90 USDT"]) {
    await expect(title(page)).toHaveText(step);
    await expect(title(page)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(button(page, "Open wallet")).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await expect(title(page)).toHaveText("Paid");
  await expect(title(page)).toBeFocused();
  expect(methods(wallet)).toEqual(["eth_sendTransaction", "eth_signTypedData_v4"]);
});

test("can be paid with the keyboard alone @desktop", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByText("Time left")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "Wallet" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button(page, "Connect wallet")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Choose a wallet");
  await expect(title(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button(page, "Test Wallet")).toBeFocused();
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
