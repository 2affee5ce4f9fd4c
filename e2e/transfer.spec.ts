import { expect, type Page, test } from "@playwright/test";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { createTransferTranslator } from "#components/checkout/transfer/messages/transfer-messages.ts";
import { transferMessagesFor } from "#components/checkout/transfer/messages/transfer-messages-for.ts";
import { locales } from "#lib/core/locales.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createBuyer } from "./buyers.ts";
import { expectAccessible } from "./look.ts";
import { createWorkplace } from "./members.ts";
import { button, title } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { tabTo } from "./tab-to.ts";
import { smallTargets } from "./tap-targets.ts";
import { chooseTransfer, insertShortPayment, sendUsdc, shownAddress } from "./transfers.ts";
import { watch } from "./watch.ts";

const cents = 10_000n;
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

const folder = process.env.TILL_SCREENS;

/** Saves screenshots of each width and theme in the folder that TILL_SCREENS names, if any. */
async function pictures(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  const size = page.viewportSize();
  for (const width of [390, 1024, 1440]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const path = `${folder}/transfer-${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, scale: "css", fullPage: true, animations: "disabled" });
    }
  }
  if (size !== null) await page.setViewportSize(size);
}

test("a buyer copies the address with the third tap, and has paid once the exact amount is final @layout", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { complaints } = watch(page);
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  const taps = [
    page.getByRole("radio", { name: "Transfer" }),
    button(page, /^USDC Base/),
    button(page, "Copy address"),
  ];
  for (const target of taps) await target.click();
  await expect(button(page, "Copied")).toBeVisible();
  const address = await shownAddress(page);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(title(page)).toHaveText("Send 24.90 USDC");
  await expect(page.getByRole("strong").filter({ hasText: "Base" })).toBeVisible();
  await expect(page.getByText("Send only USDC, and only on this network.")).toBeVisible();
  await expect(page.getByText("make sure that 24.90 USDC arrive.")).toBeVisible();
  await expect(page.getByText("Waiting for your transfer.")).toBeVisible();
  await expect(button(page, "Cancel payment")).toHaveCount(0);
  await expect(page.locator("time")).toHaveText(/1h/);
  await button(page, "Copy amount").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("24.90");

  await sendUsdc(address, 2_490n * cents);
  await expect(title(page)).toHaveText("Paid");
  await expect(page.getByText("24.90 USDC").first()).toBeVisible();
  await expect(page.getByText("more than asked")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("too little is named, and the rest pays, in a tab that was reloaded or opened elsewhere @layout", async ({
  page,
  browser,
}) => {
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  const address = await chooseTransfer(page);
  await page.reload();
  expect(await shownAddress(page)).toBe(address);

  await sendUsdc(address, 1_000n * cents);
  const missing = "10.00 of 24.90 USDC arrived, 14.90 missing. Send the rest to the same address.";
  await expect(page.getByRole("status").filter({ hasText: missing })).toHaveCount(1);
  await expect(title(page)).toHaveText("Send the missing 14.90 USDC");
  await expect(button(page, "Pay another way")).toHaveCount(0);
  const elsewhere = await browser.newPage();
  await elsewhere.goto(gatewayUrl);
  expect(await shownAddress(elsewhere)).toBe(address);
  await expect(title(elsewhere)).toHaveText("Send the missing 14.90 USDC");

  await sendUsdc(address, 1_490n * cents);
  for (const each of [page, elsewhere]) await expect(title(each)).toHaveText("Paid");
  await elsewhere.close();
});

test("another coin has another address until money arrives, and a wallet stays possible", async ({ page }) => {
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  const first = await chooseTransfer(page);
  await button(page, "Pay another way").click();
  await expect(title(page)).toBeFocused();
  await button(page, /^USDT BNB/).click();
  await expect(page.getByText("Send only USDT, and only on this network.")).toBeVisible();
  const second = await shownAddress(page);
  expect(second).not.toBe(first);
  await button(page, "Pay another way").click();
  await button(page, /^USDC Base/).click();
  await expect(page.getByText(first)).toBeVisible();
  // The next polls name the address that was given last.
  await page.waitForResponse(/\/status/);
  await page.waitForResponse(/\/status/);
  await expect(page.getByText(first)).toBeVisible();
  await button(page, "Pay another way").click();
  await page.getByRole("radio", { name: "Wallet" }).click();
  await expect(button(page, "Connect wallet")).toBeVisible();
  await expect(button(page, "Cancel payment")).toHaveCount(0);
});

test("a payment that expires with money says so, and takes an account for a refund, once @layout", async ({
  page,
  browser,
}) => {
  const link = await insertShortPayment(40_000, 50_000);
  await page.goto(link);
  const address = await chooseTransfer(page);
  await sendUsdc(address, 1_000n * cents);
  await expect(title(page)).toHaveText("Send the missing 14.90 USDC");
  // It is there for seconds.
  await page.getByText("We’re checking what arrived in time.").waitFor({ timeout: 90_000 });
  await expect(title(page)).toHaveText("Payment expired", { timeout: 60_000 });
  await expect(page.getByText("10.00 USDC arrived at the payment’s address").first()).toBeVisible();
  await expect(page.getByText("You haven’t been charged")).toHaveCount(0);

  const field = page.getByLabel("Your address for refunds");
  const save = button(page, "Save address");
  const { address: own } = await createBuyer([]);
  // One wrong letter doesn't fit the checksum.
  const typo = own.replace(/[a-f]/, (letter) => letter.toUpperCase());
  for (const wrong of ["", "me", typo === own ? "0x" : typo]) {
    await field.fill(wrong);
    await save.click();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
  }
  await expectAccessible(page);
  await pictures(page, "expired");
  await field.fill(address);
  await save.click();
  await expect(page.getByText("This address can’t be used.")).toBeVisible();
  await field.fill(own);
  await save.click();
  await expect(page.getByText("A refund will go to this address on Base:")).toBeVisible();
  await page.reload();
  await expect(page.getByText(own)).toBeVisible();
  const named = await withConnection(stack().databaseUrl, (client) =>
    client.query("SELECT refund_account FROM deposit_address WHERE address = $1", [address]),
  );
  expect(named.rows).toEqual([{ refund_account: `eip155:8453:${own}` }]);

  const elsewhere = await browser.newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText("open this page in the browser that you used for the transfer")).toBeVisible();
  await elsewhere.close();
});

test("more than the amount pays, and the page names the rest", async ({ page }) => {
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await sendUsdc(await chooseTransfer(page), 3_000n * cents);
  await expect(title(page)).toHaveText("Paid");
  await expect(page.getByText("5.10 USDC more than asked arrived.")).toBeVisible();
  await pictures(page, "too-much");
  await expect(page.getByLabel("Your address for refunds")).toBeVisible();
});

test("the QR codes hold the address, and on request the amount as well @desktop", async ({ page }) => {
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  const address = await chooseTransfer(page);
  const read = async (name: string) => {
    const picture = await page.getByRole("img", { name }).screenshot();
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height });
  };
  expect(await read("QR code: Address only")).toBe(address);
  await page.getByRole("radio", { name: "Address and amount" }).check();
  const token = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  const request = `ethereum:${token}@8453/transfer?address=${address}&uint256=24900000`;
  expect(await read("QR code: Address and amount")).toBe(request);
});

test("works with the keyboard alone @desktop", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByText("Time left")).toBeVisible();
  await tabTo(page.getByRole("radio", { name: "Wallet" }));
  await page.keyboard.press("ArrowRight");
  const chosen = page.getByRole("radio", { name: "Transfer" });
  await expect(chosen).toBeChecked();
  await expect(button(page, /^USDC Base/)).toBeVisible();
  await expect(chosen).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(button(page, "Connect wallet")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Wallet" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await tabTo(button(page, /^USDC Base/));
  await page.keyboard.press("Enter");
  await expect(title(page)).toBeFocused();
  await tabTo(button(page, "Copy address"));
  await page.keyboard.press("Enter");
  await expect(button(page, "Copied")).toBeVisible();
});

test("a payment that takes no transfers has one way to pay, and none of their words", async ({ page, request }) => {
  const { gatewayUrl } = await createPayment(undefined, await createWorkplace());
  await page.goto(gatewayUrl);
  await expect(button(page, "Connect wallet")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
  expect(await (await request.get(gatewayUrl)).text()).not.toContain("choose.question");
});

test("the code of transfers is loaded when they are chosen, and a lost connection can be repeated", async ({
  page,
}) => {
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByText("Time left")).toBeVisible();
  await page.route("**/deposit", (route) => route.abort());
  const chunk = page.waitForRequest(/_next\/static\/chunks/);
  await page.getByRole("radio", { name: "Transfer" }).click();
  await chunk;
  await expect(page.getByText("No connection. Check your internet connection and try again.")).toBeVisible();
  await page.unroute("**/deposit");
  await button(page, "Try again").click();
  await page.route("**/deposit", (route) => route.fulfill({ status: 503, json: { code: "bad_gateway", message: "" } }));
  await button(page, /^USDC Base/).click();
  await expect(page.getByText("A payment network isn’t responding.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/deposit");
  await button(page, /^USDC Base/).click();
  await shownAddress(page);
});

for (const locale of locales) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale: locale === "zh" ? "zh-CN" : locale });
    const t = createTranslator(messagesFor(locale));
    const transferT = createTransferTranslator(transferMessagesFor(locale));
    const untranslated = /\{\w+\}|\b(?:ways|choose|send|step|progress|left|refund)\.[a-z]/;

    test(`a transfer in ${locale} is translated, fits, has no fault that axe finds, and no small target @layout`, async ({
      page,
    }) => {
      const { complaints } = watch(page);
      const { gatewayUrl } = await createPayment();
      await page.goto(gatewayUrl);
      const check = async (name: string) => {
        await expect(page.locator("main")).not.toContainText(untranslated);
        expect(await overflow(page)).toBe(0);
        expect(await smallTargets(page, "main")).toEqual([]);
        await expectAccessible(page);
        await pictures(page, `${locale}-${name}`);
      };
      await page.getByRole("radio", { name: transferT("ways.transfer") }).click();
      await expect(page.getByRole("heading", { name: transferT("choose.question") })).toBeVisible();
      await check("1-choose");
      await button(page, /^USDC Base/).click();
      const address = await shownAddress(page);
      await expect(page.getByText(transferT("progress.waiting"))).toBeVisible();
      await check("2-address");
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await overflow(page)).toBe(0);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("radio", { name: transferT("send.codeRequest") }).check();
      await check("3-request");
      await sendUsdc(address, 450n * cents);
      const heading = page.getByText(/20[.,]40/).first();
      await expect(heading).toBeVisible();
      await check("4-partly");
      await sendUsdc(address, 2_040n * cents);
      await expect(title(page)).toHaveText(t("status.succeeded.title"));
      expect(complaints).toEqual([]);
    });
  });
}
