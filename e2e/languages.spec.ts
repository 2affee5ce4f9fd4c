import { expect, type Page, test } from "@playwright/test";
import { messagesOf } from "#components/checkout/messages/messages-of.ts";
import { formMessagesOf } from "#components/collect/messages/form-messages-of.ts";
import { directionOf, htmlLang, localeNames, locales, menuNames } from "#components/language/locales.ts";
import { ada } from "#test/data-collection/samples.ts";
import { type AskingPartner, createAskingPartner } from "./asking-partner.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

const account = "eip155:8453:0x00000000000000000000000000000000000000aa";
let seller: AskingPartner;

test.beforeAll(async () => {
  seller = await createAskingPartner();
});

const formOf = (paymentId: string) => `${stack().baseUrl}/collect/${paymentId}?accounts=${encodeURIComponent(account)}`;
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** Keys of messages, and what should have been filled in. */
const unsaid = /\{\w+\}|\b(?:status|summary|ways|options|form|missing|fault)\.[a-z]/;

for (const locale of locales) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale: locale === "zh" ? "zh-CN" : locale });
    const words = messagesOf(locale);

    test("the checkout speaks the browser's language, whole, and fits @layout", async ({ page }) => {
      const { complaints } = watch(page);
      const { gatewayUrl } = await createPayment();
      await page.goto(gatewayUrl);
      const html = page.locator("html");
      await expect(html).toHaveAttribute("lang", htmlLang(locale));
      await expect(html).toHaveAttribute("dir", directionOf(locale));
      await expect(page.getByText(words["summary.timeLeft"])).toBeVisible();
      await expect(page.getByRole("heading", { level: 2 })).toHaveText(words["status.requires_action.title"]);
      await expect(page.getByRole("button", { name: words["ways.connect"] })).toBeVisible();
      await expect(page.locator("main")).not.toContainText(unsaid);
      expect(await overflow(page)).toBe(0);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await overflow(page)).toBe(0);
      expect(complaints).toEqual([]);
    });

    test("so does the form, with its faults", async ({ page }) => {
      const { complaints } = watch(page);
      const say = formMessagesOf(locale);
      const { paymentId } = await createPayment(undefined, seller);
      await page.goto(formOf(paymentId));
      await expect(page.locator("html")).toHaveAttribute("lang", htmlLang(locale));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(say.title);
      await page.getByLabel(say.name).fill(ada.fullName);
      await page.getByRole("button", { name: say.send }).click();
      await expect(page.getByText(say["missing.porAddress"])).toBeVisible();
      await expect(page.getByRole("link", { name: say.privacy })).toBeVisible();
      await expect(page.locator("main")).not.toContainText(unsaid);
      expect(await overflow(page)).toBe(0);
      expect(complaints).toEqual([]);
    });

    test("no word of another language is sent @desktop", async ({ request }) => {
      const { gatewayUrl } = await createPayment();
      const page = await (await request.get(gatewayUrl, { headers: { "accept-language": locale } })).text();
      for (const other of locales.filter((one) => one !== locale)) {
        expect(page, other).not.toContain(messagesOf(other)["sign.waitingHint"]);
      }
      expect(page).toContain(words["sign.waitingHint"]);
    });
  });
}

test("Arabic is mirrored, with amounts and links in their own order @layout", async ({ page }) => {
  const usdc = "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  const { gatewayUrl } = await createPayment({ unit: usdc, value: "24900000" });
  await page.goto(`${gatewayUrl}?lang=ar`);
  const amount = page.getByText("24.90", { exact: false }).first();
  await expect(amount).toBeVisible();
  // The figure stands left of its symbol, as in every wallet.
  const places = await amount.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: Record<string, number> = {};
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = node.textContent?.trim() ?? "";
      if (text !== "") found[text] = range.getBoundingClientRect().left;
    }
    return found;
  });
  expect(places["24.90"]).toBeLessThan(places.USDC ?? Number.NaN);
  const heading = page.getByRole("heading", { level: 1 });
  const [box, width] = [await heading.boundingBox(), page.viewportSize()?.width ?? 0];
  // The merchant's name begins at the right, beside the mark.
  if (width < 500) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width / 2);
  else expect(box?.x ?? 0).toBeGreaterThan(width / 2);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the language is switched, and remembered", async ({ page }) => {
    const { gatewayUrl } = await createPayment();
    const other = await createPayment(undefined, seller);
    await page.goto(gatewayUrl);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.locator("summary").click();
    await page.getByRole("navigation", { name: menuNames.en }).getByRole("link", { name: localeNames.de }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByText(messagesOf("de")["summary.payBy"])).toBeVisible();
    await page.goto(formOf(other.paymentId));
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await page.locator("summary").click();
    await page.getByRole("link", { name: localeNames.ar }).click();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(formMessagesOf("ar").title);
    expect(new URL(page.url()).searchParams.get("accounts")).toBe(account);
  });

  test("a language that is not there is passed over", async ({ page }) => {
    const { gatewayUrl } = await createPayment();
    for (const lang of ["xx", '"><script>', "constructor"]) {
      await page.goto(`${gatewayUrl}?lang=${encodeURIComponent(lang)}`);
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
    }
    expect(await page.context().cookies()).toEqual([]);
  });
});

test("the menu works by keyboard, and says which language is in force @desktop", async ({ page }) => {
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await page.locator("summary").focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("navigation", { name: menuNames.en });
  await expect(menu.getByRole("link", { name: "English" })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link", { name: localeNames.es })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});
