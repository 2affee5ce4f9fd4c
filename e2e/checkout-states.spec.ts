import { expect, type Page, test } from "@playwright/test";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { newId } from "#lib/core/ids.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { countTransactions, createBuyer, fundBuyer } from "./buyers.ts";
import { expectAccessible } from "./look.ts";
import { createWorkplace } from "./members.ts";
import { startOtherServer } from "./other-server.ts";
import { button, connect, methods, option, problem, title } from "./paying.ts";
import { createPayment, insertPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";
import { watch } from "./watch.ts";

test("continues after a reload without asking for the approval again", async ({ page }) => {
  const wallet = await installWallet(page, { ...(await createBuyer([56])), chainId: 56 });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await option(page, /USDT.*BNB/).check();
  await button(page, "Pay 24.90 USDT").click();
  await button(page, "Open wallet").click();
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Welcome back. Continue where you left off.")).toBeVisible();
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet)).toEqual(["eth_sendTransaction", "eth_signTypedData_v4"]);
});

test("submits a signed payment after the page was closed, without the wallet", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  let isCutOff = true;
  await page.route("**/confirm", (route) => (isCutOff ? route.abort() : route.continue()));
  await page.goto(gatewayUrl);
  await connect(page);
  const tried = page.waitForRequest("**/confirm");
  await button(page, "Pay 24.90 USDC").click();
  await tried;
  await page.goto("about:blank");
  isCutOff = false;
  await page.goto(gatewayUrl);
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet)).toEqual(["eth_signTypedData_v4"]);
});

/** Opens a payment whose wallet is asked to sign, and holds its response back until `release` is called. */
async function openUntilAsked(page: Page) {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  const release = wallet.hold("eth_signTypedData_v4");
  await button(page, "Pay 24.90 USDC").click();
  await expect.poll(() => wallet.asked.length).toBe(1);
  return { wallet, release };
}

test("continues with the same wallet and option after a reload while the wallet asks", async ({ page }) => {
  const { release } = await openUntilAsked(page);
  await page.reload();
  await expect(page.getByText("Welcome back. Continue where you left off.")).toBeVisible();
  await expect(title(page)).toHaveText("Pay 24.90 USDC");
  release();
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Paid");
});

test("a signature that arrives after the buyer chose to pay another way is dropped", async ({ page }) => {
  const { wallet, release } = await openUntilAsked(page);
  await button(page, "Pay another way").click();
  await expect(button(page, "Pay 24.90 USDC")).toBeVisible();
  release();
  // The wallet responds in order, so the late signature is there before this one.
  await page.evaluate(
    (call) =>
      (window as unknown as Record<string, (one: unknown) => Promise<unknown>>)["request:example.test.wallet"]?.(call),
    wallet.asked[0],
  );
  await page.reload();
  await button(page, "Connect wallet").click();
  await expect(button(page, "Pay 24.90 USDC")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("till.progress")))).toEqual(
    [],
  );
});

test("asks the wallet for another signature if the quote of a signed payment expired while the page was closed", async ({
  page,
}) => {
  const buyer = await createBuyer([56]);
  const wallet = await installWallet(page, { ...buyer, chainId: 56 });
  const { gatewayUrl } = await createPayment();
  let answer: "cut" | "expired" | "real" = "cut";
  await page.route("**/confirm", (route) => {
    if (answer === "cut") return route.abort();
    if (answer === "real") return route.continue();
    answer = "real";
    return route.fulfill({ status: 400, json: { code: "quote_expired", message: "The quote has expired." } });
  });
  await page.goto(gatewayUrl);
  await connect(page);
  await option(page, /USDT.*BNB/).check();
  await button(page, "Pay 24.90 USDT").click();
  await button(page, "Open wallet").click();
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  const tried = page.waitForRequest("**/confirm");
  await button(page, "Open wallet").click();
  await tried;
  await page.goto("about:blank");
  // Until the approval is mined, a new quote asks for it.
  await expect.poll(() => countTransactions(buyer, 56)).toBe(1);
  answer = "expired";
  await page.goto(gatewayUrl);
  await expect(problem(page)).toHaveText("The price expired. Approve the new one to continue.");
  await button(page, "Open wallet").click();
  // The wallet is connected, and the approval that was paid still counts.
  await expect(page.getByText("Welcome back. Continue where you left off.")).toBeVisible();
  await expect(title(page)).toHaveText("Pay 24.90 USDT");
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet)).toEqual(["eth_sendTransaction", "eth_signTypedData_v4", "eth_signTypedData_v4"]);
});

test("keeps the progress while the service is busy", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.route("**/confirm", (route) =>
    route.fulfill({ status: 429, json: { code: "rate_limited", message: "Too many requests." } }),
  );
  await page.goto(gatewayUrl);
  await connect(page);
  await button(page, "Pay 24.90 USDC").click();
  // After five attempts.
  await expect(problem(page)).toContainText("The payment service is busy. Your progress is saved.", {
    timeout: 30_000,
  });
  await page.unroute("**/confirm");
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet)).toEqual(["eth_signTypedData_v4"]);
});

test.describe("with two wallets that the buyer has connected before", () => {
  const other = { name: "Other Wallet", rdns: "example.other.wallet", isConnected: true };

  test("a buyer who asks for another wallet gets the list, and no wallet is chosen for them", async ({ page }) => {
    await installWallet(page, { ...(await createBuyer([8453])), isConnected: true });
    await installWallet(page, { ...(await createBuyer([8453])), ...other });
    const { gatewayUrl } = await createPayment();
    await page.goto(gatewayUrl);
    await button(page, "Connect wallet").click();
    await expect(title(page)).toHaveText("Choose a wallet");
    await button(page, "Test Wallet").click();
    await expect(title(page)).toHaveText("Choose what to pay with");
    await button(page, "Use another wallet").click();
    await button(page, "Connect wallet").click();
    await expect(title(page)).toHaveText("Choose a wallet");
  });

  test("a payment is resumed with its own wallet, not with the one used last, and connecting can be left", async ({
    page,
  }) => {
    const wallet = await installWallet(page, await createBuyer([8453]));
    await installWallet(page, { ...(await createBuyer([8453])), ...other });
    const { gatewayUrl } = await createPayment();
    await page.goto(gatewayUrl);
    await connect(page);
    const release = wallet.hold("eth_signTypedData_v4");
    await button(page, "Pay 24.90 USDC").click();
    await expect.poll(() => wallet.asked.length).toBe(1);
    // As after a payment in another tab.
    await page.evaluate((rdns) => {
      localStorage.setItem("till.recentWallet", rdns);
      localStorage.setItem("till.wallet.recentConnectorId", JSON.stringify(rdns));
    }, other.rdns);
    const connectNow = wallet.hold("eth_accounts");
    await page.reload();
    await button(page, "Back").click();
    await expect(title(page)).toHaveText("Choose how to pay");
    connectNow();
    await page.reload();
    await expect(page.getByText("Welcome back. Continue where you left off.")).toBeVisible();
    await expect(page.getByText(/^Test Wallet 0x/)).toBeVisible();
    release();
    await button(page, "Open wallet").click();
    await expect(title(page)).toHaveText("Paid");
  });
});

test("a wallet that announces no icon can pay", async ({ page }) => {
  await installWallet(page, { ...(await createBuyer([8453])), hasIcon: false });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(title(page)).toHaveText("Choose what to pay with");
});

test("shows the current status after a reload and in a second tab", async ({ page, context }) => {
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  const second = await context.newPage();
  await second.goto(gatewayUrl);
  await expect(title(second)).toHaveText("Choose how to pay");
  await page.bringToFront();
  await connect(page);
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Payment sent");
  await page.reload();
  await expect(title(page)).toHaveText(/Payment sent|Paid/);
  await expect(title(page)).toHaveText("Paid");
  await expect(title(second)).toHaveText("Paid");
  await page.reload();
  await expect(title(page)).toHaveText("Paid");
});

test("shows a connected buyer that the payment expired", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  const paymentId = await insertPayment({ status: "requires_action", expiresInMs: 15_000 });
  await page.goto(`${stack().baseUrl}/pay/${paymentId}`);
  await connect(page);
  await expect(title(page)).toHaveText("Choose what to pay with");
  await expect(title(page)).toHaveText("Payment expired");
  await expect(button(page, /Pay/)).toHaveCount(0);
});

test("the buyer can cancel the payment after one confirmation", async ({ page }) => {
  const { gatewayUrl, paymentId } = await createPayment();
  await page.goto(gatewayUrl);
  await button(page, "Cancel payment").click();
  await expect(button(page, "Keep payment")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button(page, "Cancel payment")).toBeFocused();
  // By keyboard alone.
  await page.keyboard.press("Enter");
  await expect(button(page, "Keep payment")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button(page, "Yes, cancel")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Payment cancelled");
  await expect(title(page)).toBeFocused();
  const { apiKey, merchantId, baseUrl } = stack();
  const headers = { "Api-Key": apiKey, "Merchant-Id": merchantId };
  const answer = await (await fetch(`${baseUrl}/v1/payments/${paymentId}/status`, { headers })).json();
  expect(answer).toMatchObject({ status: "cancelled" });
});

test.describe("returns to the shop", () => {
  const checkout = { successUrl: "https://shop.example/thanks?order=7#top", errorUrl: "https://shop.example/sorry" };

  test.beforeEach(async ({ page }) => {
    await page.route("https://shop.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Shop</title><h1>The shop</h1>" }),
    );
  });

  test("three seconds after the payment, with its id in the URL", async ({ page }) => {
    await installWallet(page, await createBuyer([8453]));
    const { gatewayUrl, paymentId } = await createPayment(undefined, undefined, checkout);
    await page.goto(gatewayUrl);
    await connect(page);
    await button(page, "Pay 24.90 USDC").click();
    await expect(page.getByText(/Returning to Café Lumen in [123] s/)).toBeVisible();
    await expect(page.getByRole("heading", { name: "The shop" })).toBeVisible();
    expect(page.url()).toBe(`https://shop.example/thanks?order=7&payment_id=${paymentId}#top`);
    await page.goto(gatewayUrl);
    await expect(page.getByRole("link", { name: "Return to Café Lumen" })).toBeVisible();
    await expect(page.getByText(/in [123] s/)).toHaveCount(0);
  });

  test("a browser that doesn't leave for the shop shows the link to it", async ({ page }) => {
    // As a page that the buyer comes back to, which the browser had kept.
    await page.route("https://shop.example/**", (route) => route.fulfill({ status: 204 }));
    const { gatewayUrl } = await createPayment(undefined, undefined, checkout);
    await page.goto(gatewayUrl);
    await button(page, "Cancel payment").click();
    const left = page.waitForRequest("https://shop.example/**");
    await button(page, "Yes, cancel").click();
    await left;
    await expect(page.getByRole("link", { name: "Return to Café Lumen" })).toBeVisible();
    await expect(page.getByText(/Returning to/)).toHaveCount(0);
  });

  test("after a cancellation, unless the buyer stays", async ({ page }) => {
    const { gatewayUrl, paymentId } = await createPayment(undefined, undefined, checkout);
    await page.goto(gatewayUrl);
    await button(page, "Cancel payment").click();
    await button(page, "Yes, cancel").click();
    await button(page, "Stay here").click();
    const link = page.getByRole("link", { name: "Return to Café Lumen" });
    await expect(link).toHaveAttribute("href", `https://shop.example/sorry?payment_id=${paymentId}`);
    await link.click();
    await expect(page.getByRole("heading", { name: "The shop" })).toBeVisible();
  });
});

test("without a wallet, shows where to get one, and finds one installed later", async ({ page }) => {
  const { complaints, hosts } = watch(page);
  const other = await startOtherServer();
  try {
    const { paymentId } = await createPayment();
    await page.goto(`${other.baseUrl}/pay/${paymentId}`);
    await button(page, "Connect wallet").click();
    await expect(title(page)).toHaveText("No wallet found");
    await expectAccessible(page);
    await expect(page.getByRole("link", { name: "Get MetaMask" })).toHaveAttribute(
      "href",
      "https://metamask.io/download",
    );
    expect([...hosts]).toEqual([new URL(other.baseUrl).host]);
    await button(page, "Back").click();
    await expect(title(page)).toHaveText("Choose how to pay");
    await installWallet(page, await createBuyer([8453]));
    await page.reload();
    // A single wallet connects without a list to choose from.
    await button(page, "Connect wallet").click();
    await expect(title(page)).toHaveText("Choose what to pay with");
    expect(complaints).toEqual([]);
    expect([...hosts]).toEqual([new URL(other.baseUrl).host]);
  } finally {
    await other.stop();
  }
});

test("opens wallet apps through plain links @phone", async ({ page }) => {
  const { gatewayUrl, paymentId } = await createPayment();
  await page.goto(gatewayUrl);
  const host = new URL(stack().baseUrl).host;
  await expect(page.getByRole("link", { name: "MetaMask" })).toHaveAttribute(
    "href",
    `https://link.metamask.io/dapp/${host}/pay/${paymentId}`,
  );
  await expect(page.getByRole("img", { name: "QR code of the payment link" })).toBeHidden();
});

test("shows why the gateway refused a payment, and offers another way to pay", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.route("**/confirm", (route) =>
    route.fulfill({ status: 422, json: { code: "params_validation", message: "The account has too little." } }),
  );
  await page.goto(gatewayUrl);
  await connect(page);
  await button(page, "Pay 24.90 USDC").click();
  await expect(problem(page)).toHaveText(
    "This payment couldn’t be accepted. You haven’t been charged. Try another way to pay.The account has too little.",
  );
  // The API's own words are in English on a page of any language.
  await expect(page.getByText("The account has too little.")).toHaveAttribute("lang", "en");
  await button(page, "Pay another way").click();
  await expect(title(page)).toHaveText("Choose what to pay with");
});

test("a signature that the gateway refuses is asked of the wallet again", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  let isTampered = true;
  // Another signature than the wallet's, as by a wallet that signs with another account.
  await page.route("**/confirm", (route) => {
    const sent = route.request().postData() ?? "";
    if (!isTampered) return route.continue();
    isTampered = false;
    return route.continue({ postData: sent.replace(/"0x[0-9a-f]{8}/, '"0x12345678') });
  });
  await page.goto(gatewayUrl);
  await connect(page);
  await button(page, "Pay 24.90 USDC").click();
  await expect(problem(page)).toContainText("must be signed by the option's account");
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet)).toEqual(["eth_signTypedData_v4", "eth_signTypedData_v4"]);
});

test("a buyer who has enough, but whose tokens can't be used, isn't asked to add funds", async ({ page }) => {
  await installWallet(page, await createBuyer());
  const { paymentId: model } = await createPayment(undefined, await createWorkplace());
  // As if gas had become dear since it was created: its fee doesn't cover its network costs.
  const fees = { fee_total: "0", fee_fixed: "0", fee_ppm: 1 };
  const change = { id: newId("pay", new Date()), value: "1", fiat_value: "1", ...fees };
  const copy = "INSERT INTO payment SELECT (jsonb_populate_record(p, $2::jsonb)).* FROM payment p WHERE id = $1";
  await withConnection(stack().databaseUrl, (client) => client.query(copy, [model, JSON.stringify(change)]));
  await page.goto(`${stack().baseUrl}/pay/${change.id}`);
  await connect(page);
  await expect(title(page)).toHaveText("Can’t pay with this wallet");
  await expect(page.getByText("Add funds")).toHaveCount(0);
  await expectAccessible(page);
  await button(page, "Check again").click();
  await expect(title(page)).toHaveText("Can’t pay with this wallet");
});

test("a wallet without funds is shown where to send which token, and the page finds them by itself", async ({
  page,
}) => {
  const buyer = await createBuyer([]);
  await installWallet(page, buyer);
  const { gatewayUrl } = await createPayment();
  await page.clock.install();
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(title(page)).toHaveText("Not enough balance");
  const code = page.getByRole("img", { name: "QR code of the wallet address" });
  await expect(code).toBeVisible();
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const read = decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height });
  expect(read.toLowerCase()).toBe(buyer.address.toLowerCase());
  await page.getByText("Token contracts").click();
  await expect(page.getByRole("button", { name: "Copy the contract of EURC on Base" })).toBeVisible();
  await expectAccessible(page);
  await fundBuyer(buyer, [8453]);
  const answered = page.waitForResponse(/\/options\?/);
  await page.clock.runFor(15_000);
  await answered;
  await expect(button(page, /^Pay /)).toBeVisible();
});

test("a second look at a balance that fails says so", async ({ page }) => {
  await installWallet(page, await createBuyer([]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(title(page)).toHaveText("Not enough balance");
  await page.route("**/options?*", (route) => route.abort());
  await button(page, "Check again").click();
  // After five attempts.
  await expect(problem(page)).toContainText("Your balances couldn’t be loaded.", { timeout: 30_000 });
  await page.unroute("**/options?*");
  await button(page, "Try again").click();
  await expect(title(page)).toHaveText("Not enough balance");
});

test("the card is never empty while the wallets load", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByText("Time left")).toBeVisible();
  await page.evaluate(() => {
    const part = document.querySelector("article > section:nth-of-type(2)");
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => seen.push(part?.textContent ?? "")).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  await connect(page);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((text) => text === "")).toEqual([]);
});

test("a signed payment that can't be sent after a reload is as spaced as any other step @layout", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.route("**/confirm", (route) => route.abort());
  await page.goto(gatewayUrl);
  await connect(page);
  const tried = page.waitForRequest("**/confirm");
  await button(page, "Pay 24.90 USDC").click();
  await tried;
  await page.reload();
  // After five attempts.
  await expect(problem(page)).toContainText("Your progress is saved.", { timeout: 30_000 });
  const notice = await problem(page).boundingBox();
  const again = await button(page, "Try again").boundingBox();
  expect((again?.y ?? 0) - (notice?.y ?? 0) - (notice?.height ?? 0)).toBeGreaterThanOrEqual(16);
  await expectAccessible(page);
});

test("renews an expired quote and asks for approval again", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  let refusals = 1;
  await page.route("**/confirm", async (route) => {
    refusals -= 1;
    if (refusals < 0) return route.continue();
    await route.fulfill({ status: 400, json: { code: "quote_expired", message: "The quote has expired." } });
  });
  await page.goto(gatewayUrl);
  await connect(page);
  await button(page, "Pay 24.90 USDC").click();
  await expect(problem(page)).toHaveText("The price expired. Approve the new one to continue.");
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet)).toEqual(["eth_signTypedData_v4", "eth_signTypedData_v4"]);
});
