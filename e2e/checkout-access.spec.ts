import { expect, type Locator, test } from "@playwright/test";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { german } from "./awkward.ts";
import { expectNoFaults, layoutTag } from "./axe.ts";
import { createBuyer } from "./buyers.ts";
import { expectAccessible } from "./look.ts";
import { createWorkplace } from "./members.ts";
import { button, connect, option, problem, title } from "./paying.ts";
import { type CreatedPayment, callApi, createPayment, insertPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { smallTargets } from "./tap-targets.ts";
import { installWallet } from "./wallet.ts";

for (const theme of ["light", "dark"] as const) {
  test(`axe finds no violation in any step of a payment: ${theme} ${layoutTag(theme)}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const wallet = await installWallet(page, { ...(await createBuyer()), chainId: 56 });
    const { gatewayUrl } = await createPayment();
    await page.goto(gatewayUrl);
    await expect(page.getByText("Time left")).toBeVisible();
    await expectNoFaults(page);
    await button(page, "Cancel payment").click();
    await expectNoFaults(page);
    await button(page, "Keep payment").click();
    await button(page, "Connect wallet").click();
    await expect(title(page)).toHaveText("Choose a wallet");
    await expectNoFaults(page);
    await button(page, "Test Wallet").click();
    await expect(title(page)).toHaveText("Choose what to pay with");
    await expectNoFaults(page);
    await button(page, /with a network fee/).click();
    await option(page, /USDT.*BNB/).check();
    await expectNoFaults(page);
    await button(page, "Pay 24.90 USDT").click();
    await expect(page.getByText("Step 1 of 2")).toBeVisible();
    await expectNoFaults(page);
    const release = wallet.hold("eth_sendTransaction");
    await button(page, "Open wallet").click();
    await expect(button(page, "Waiting for your wallet…")).toBeVisible();
    await expectNoFaults(page);
    wallet.rejectNext("eth_sendTransaction");
    release();
    await expect(problem(page)).toBeVisible();
    await expectNoFaults(page);
    await button(page, "Try again").click();
    await expect(page.getByText("Step 2 of 2")).toBeVisible();
    await button(page, "Open wallet").click();
    await expect(title(page)).toHaveText("Paid");
    await expectNoFaults(page);
  });

  test(`the QR code scans and holds the payment link: ${theme} @desktop`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    const { gatewayUrl } = await createPayment();
    await page.goto(gatewayUrl);
    const picture = await page.getByRole("img", { name: "QR code of the payment link" }).screenshot();
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height })).toBe(gatewayUrl);
    // Some cameras can't read a light code on a dark background, so the border must be white.
    const topMiddle = 4 * (2 * info.width + Math.floor(info.width / 2));
    expect([...data.subarray(topMiddle, topMiddle + 3)]).toEqual([255, 255, 255]);
  });

  test(`axe finds no violation with a low balance or after the payment has ended: ${theme} ${layoutTag(theme)}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    await installWallet(page, await createBuyer([]));
    const { gatewayUrl } = await createPayment();
    await page.goto(gatewayUrl);
    await connect(page);
    await expect(title(page)).toHaveText("Not enough balance");
    await expectNoFaults(page);
    for (const ending of [
      { status: "expired", expiresInMs: -1_000 },
      { status: "cancelled", cancelledReason: "cancelled_by_merchant" },
      { status: "failed" },
      { status: "failed", failureCode: "declined_user" },
    ]) {
      await page.goto(`${stack().baseUrl}/pay/${await insertPayment(ending)}`);
      await expectNoFaults(page);
    }
  });
}

test("axe finds no violation while a payment is confirming, when it can't be paid, and when the options fail @layout", async ({
  page,
}) => {
  const pay = (paymentId: string) => page.goto(`${stack().baseUrl}/pay/${paymentId}`);
  await pay(await insertPayment({ status: "processing" }));
  await expect(title(page)).toHaveText("Payment sent");
  await expectAccessible(page);

  // A merchant that offers only tokens with a destination, and has none.
  const seller = await createWorkplace("Unsettled");
  await fetch(`${stack().baseUrl}/v1/merchants/${seller.merchantId}`, {
    method: "PATCH",
    headers: { "Api-Key": seller.apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({ onlySettleableTokens: true }),
  });
  await page.goto((await createPayment(undefined, seller)).gatewayUrl);
  await expect(title(page)).toHaveText("This payment can’t be made yet");
  await expectAccessible(page);

  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.route("**/options?*", (route) =>
    route.fulfill({ status: 400, json: { code: "invalid_state", message: "The merchant can't receive this token." } }),
  );
  await page.goto(gatewayUrl);
  await button(page, "Connect wallet").click();
  await button(page, "Test Wallet").click();
  await expect(problem(page)).toContainText("This payment couldn’t be accepted. You haven’t been charged.");
  await expectAccessible(page);
  await page.unroute("**/options?*");
  await page.route("**/options?*", (route) => route.abort());
  await page.goto(gatewayUrl);
  await button(page, "Connect wallet").click();
  // After five attempts.
  await expect(problem(page)).toContainText("Your balances couldn’t be loaded.", { timeout: 30_000 });
  await expectAccessible(page);
});

test("never scrolls sideways, from 320 px wide and at 200 % zoom, and a thumb hits every control @layout", async ({
  page,
}, { project }) => {
  await installWallet(page, await createBuyer());
  const { gatewayUrl } = await createPayment();
  const expectToFit = async (step: string) => {
    // 1440 px at 200 % are 720, 640 px at 200 % are 320.
    for (const width of [320, 390, 720, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways, `${step} at ${width} px`).toBeLessThanOrEqual(0);
    }
    if (project.name !== "phone") return;
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await smallTargets(page, "main, footer"), step).toEqual([]);
  };
  await page.goto(gatewayUrl);
  await expectToFit("the ways to pay");
  await button(page, "Cancel payment").click();
  await expectToFit("the question before a cancellation");
  await button(page, "Keep payment").click();
  await button(page, "Connect wallet").click();
  await expectToFit("the wallets");
  await button(page, "Test Wallet").click();
  await expect(title(page)).toHaveText("Choose what to pay with");
  await expectToFit("the options");
  await button(page, /with a network fee/).click();
  await option(page, /USDT.*BNB/).check();
  await button(page, "Pay 24.90 USDT").click();
  await expectToFit("a step");
});

for (const locale of ["en", "de", "ar"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a phone has the buttons to connect and to pay in reach, whatever the order, and nothing covers them @phone", async ({
      page,
    }) => {
      const t = createTranslator(messagesFor(locale));
      await installWallet(page, await createBuyer());
      const shop = await createWorkplace("Reach");
      const name = `${german} mbH`;
      await callApi(shop, "PATCH", `/v1/merchants/${shop.merchantId}`, {
        merchantName: name,
        supportContact: "help@lumen.example",
      });
      const lineItems = [german, "قهوة عربية محمصة", "Cup"].map((item) => ({ name: item, quantity: 2, total: "600" }));
      const amount = { unit: "iso4217/EUR", value: "92345" };
      const order = { referenceId: "INVOICE/2026-11/WWWWWWWWW:000042", amount, description: german, lineItems };
      const { gatewayUrl } = (await callApi(shop, "POST", "/v1/payments", order)) as CreatedPayment;
      /** Expects a button in the window of a phone, and reachable where the window is a part of it. */
      const expectInReach = async (control: Locator) => {
        await page.setViewportSize({ width: 390, height: 664 });
        await page.evaluate(() => scrollTo(0, 0));
        await expect(control).toBeInViewport({ ratio: 1 });
        // 1280 px by 1024 at 400 %, and a phone whose keyboard is up.
        for (const [width, height] of [
          [320, 256],
          [390, 340],
        ] as const) {
          await page.setViewportSize({ width, height });
          await control.click({ trial: true });
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        }
        await page.setViewportSize({ width: 390, height: 664 });
      };
      await page.setViewportSize({ width: 390, height: 664 });
      await page.goto(gatewayUrl);
      await expectInReach(button(page, t("methods.connect")));
      await button(page, t("methods.connect")).click();
      await button(page, "Test Wallet").click();
      await expect(title(page)).toHaveText(t("options.title"));
      await expectInReach(button(page, /EURC/));

      // All of the summary is one tap away, by a thumb anywhere on its line or by the keyboard, and stays open.
      const details = button(page, t("summary.details"));
      await expect(page.getByText(order.referenceId)).toBeHidden();
      await page.getByRole("heading", { level: 1 }).click({ force: true });
      await expect(details).toHaveAttribute("aria-expanded", "true");
      await expect(page.getByText(order.referenceId)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await expectNoFaults(page);
      await details.press("Enter");
      await expect(page.getByText(order.referenceId)).toBeHidden();
      await expect(page.getByText(t("summary.timeLeft"))).toBeVisible();
      await expectNoFaults(page);
    });
  });
}

test("without JavaScript, and on paper, the summary is whole @phone", async ({ browser, page }) => {
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByText("Reference SECRET-ORDER-7")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Reference SECRET-ORDER-7")).toBeVisible();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 664 } });
  const plain = await context.newPage();
  await plain.goto(gatewayUrl);
  await expect(plain.getByText("Reference SECRET-ORDER-7")).toBeVisible();
  await expect(plain.getByRole("button")).toHaveCount(0);
  await context.close();
});
