import { expect, test } from "@playwright/test";
import { createBuyer } from "./buyers.ts";
import { button, connect, methods, option, problem, title } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { installWallet } from "./wallet.ts";
import { watch } from "./watch.ts";

// The last files of a run: their tests share nothing, and a worker for each ends the run sooner.
test.describe.configure({ mode: "parallel" });

test("a wallet that shared no account can be asked again", async ({ page }) => {
  const { complaints } = watch(page);
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await button(page, "Connect wallet").click();
  for (const result of [[], null]) {
    wallet.answer("eth_requestAccounts", { result });
    await button(page, "Test Wallet").click();
    await expect(problem(page)).toContainText("Your wallet didn’t share an account.");
    await expect(button(page, "Test Wallet")).toHaveAttribute("aria-busy", "false");
  }
  wallet.answer("eth_requestAccounts", null);
  await button(page, "Test Wallet").click();
  await expect(option(page, /USDC.*Base/)).toBeChecked();
  expect(complaints).toEqual([]);
});

test("a wallet that switches without telling pays", async ({ page }) => {
  const wallet = await installWallet(page, { ...(await createBuyer([8453])), chainId: 1, isQuiet: true });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet)).toEqual(["wallet_switchEthereumChain", "eth_signTypedData_v4"]);
});

test("a wallet that agrees and never switches leads to a way on", async ({ page }) => {
  const wallet = await installWallet(page, { ...(await createBuyer([8453])), chainId: 1 });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  wallet.answer("wallet_switchEthereumChain", { result: null });
  await button(page, "Pay 24.90 USDC").click();
  await expect(problem(page)).toHaveText("Your wallet is on another network. Switch it to Base, then try again.");
  wallet.answer("wallet_switchEthereumChain", null);
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
});

test("a wallet that doesn't answer the switch can be left", async ({ page }) => {
  const wallet = await installWallet(page, { ...(await createBuyer([8453])), chainId: 1 });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  const release = wallet.hold("wallet_switchEthereumChain");
  await button(page, "Pay 24.90 USDC").click();
  await expect(page.getByText("Approve the request in your wallet.")).toBeVisible();
  await button(page, "Pay another way").click();
  await expect(title(page)).toHaveText("Choose what to pay with");
  release();
});

test("a signature that the chain refuses is replaced by one of a new offer", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  const message = "Permit2 refuses this transfer of USDC on Base: this signature was already used or cancelled.";
  await page.route("**/confirm", (route) => route.fulfill({ status: 400, json: { code: "invalid_state", message } }), {
    times: 1,
  });
  await page.goto(gatewayUrl);
  await connect(page);
  await button(page, "Pay 24.90 USDC").click();
  await expect(problem(page)).toContainText(message);
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
  const [first, second] = wallet.asked.map(({ params }) => JSON.parse(String(params?.[1])).message.nonce);
  expect(first).not.toBe(second);
});

test("a wallet that refuses in its own words has declined", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  const thrown = "Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)";
  wallet.answer("eth_signTypedData_v4", { thrown });
  await button(page, "Pay 24.90 USDC").click();
  await expect(problem(page)).toHaveText("You declined the request in your wallet. You haven’t been charged.");
  wallet.answer("eth_signTypedData_v4", { thrown: "Ledger device: Locked device (0x5515)" });
  await button(page, "Try again").click();
  await expect(problem(page)).toContainText("Your wallet is locked.");
  wallet.answer("eth_signTypedData_v4", null);
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
});
