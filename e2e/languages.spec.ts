import { expect, type Locator, type Page, test } from "@playwright/test";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { formMessagesFor } from "#components/collect/messages/form-messages-for.ts";
import { localeNames, menuNames } from "#components/language/locale-names.ts";
import { directionOf, htmlLang, locales } from "#lib/core/locales.ts";
import { ada } from "#test/buyer-data/samples.ts";
import { type AskingPartner, createAskingPartner } from "./asking-partner.ts";
import { createBuyer } from "./buyers.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";
import { watch } from "./watch.ts";

const account = "eip155:8453:0x00000000000000000000000000000000000000aa";
let seller: AskingPartner;

test.beforeAll(async () => {
  seller = await createAskingPartner();
});

const formOf = (paymentId: string) => `${stack().baseUrl}/collect/${paymentId}?accounts=${encodeURIComponent(account)}`;
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** Placeholders that weren't filled in, and message keys. */
const untranslated = /\{\w+\}|\b(?:status|summary|methods|options|details|missing|invalid)\.[a-z]/;

for (const locale of locales) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale: locale === "zh" ? "zh-CN" : locale });
    const messages = messagesFor(locale);

    test("the checkout is fully translated and fits the screen @layout", async ({ page }) => {
      const { complaints } = watch(page);
      const { gatewayUrl } = await createPayment();
      await page.goto(gatewayUrl);
      const html = page.locator("html");
      await expect(html).toHaveAttribute("lang", htmlLang(locale));
      await expect(html).toHaveAttribute("dir", directionOf(locale));
      await expect(page.getByText(messages["summary.timeLeft"])).toBeVisible();
      await expect(page.getByRole("heading", { level: 2 })).toHaveText(messages["status.requires_action.title"]);
      await expect(page.getByRole("button", { name: messages["methods.connect"] })).toBeVisible();
      await expect(page.locator("main")).not.toContainText(untranslated);
      expect(await overflow(page)).toBe(0);
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await overflow(page)).toBe(0);
      const besideCode = page.getByText(messages["methods.scanHint"]).locator("xpath=../..");
      expect(await besideCode.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      expect(complaints).toEqual([]);
    });

    test("the form is fully translated, with its errors, and fits the screen", async ({ page }) => {
      const { complaints } = watch(page);
      const labels = formMessagesFor(locale);
      const { paymentId } = await createPayment(undefined, seller);
      await page.goto(formOf(paymentId));
      await expect(page.locator("html")).toHaveAttribute("lang", htmlLang(locale));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(labels.title);
      await page.getByLabel(labels.name).fill(ada.fullName);
      await page.getByRole("button", { name: labels.send }).click();
      await expect(page.getByText(labels["missing.porAddress"])).toBeVisible();
      await expect(page.getByRole("link", { name: labels.privacy })).toBeVisible();
      await expect(page.locator("main")).not.toContainText(untranslated);
      expect(await overflow(page)).toBe(0);
      expect(complaints).toEqual([]);
    });

    test("no other language is sent to the browser @desktop", async ({ request }) => {
      const { gatewayUrl } = await createPayment();
      const page = await (await request.get(gatewayUrl, { headers: { "accept-language": locale } })).text();
      for (const other of locales.filter((one) => one !== locale)) {
        expect(page, other).not.toContain(messagesFor(other)["sign.waitingHint"]);
      }
      expect(page).toContain(messages["sign.waitingHint"]);
    });
  });
}

test("the wallet list is mirrored in Arabic: logos, names and messages begin at the right @layout", async ({
  page,
}) => {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  await page.goto(`${gatewayUrl}?lang=ar`);
  const release = wallet.hold("eth_requestAccounts");
  await page.getByRole("button", { name: "ربط المحفظة" }).click();
  const entry = page.getByRole("button", { name: "Test Wallet" });
  await entry.click();
  await expect(page.locator('[aria-busy="true"]')).toBeVisible();
  const rightOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  const [logo, name] = [entry.locator("img"), entry.getByText("Test Wallet", { exact: true })];
  const edge = await rightOf(entry);
  expect(edge - (await rightOf(logo))).toBeLessThan(20);
  expect(await rightOf(name)).toBeLessThan((await logo.boundingBox())?.x ?? 0);
  // Headings, entries and the way back share the right edge.
  const parts = [
    page.getByRole("heading", { level: 2 }),
    page.getByRole("heading", { level: 3 }).first(),
    page.locator("main li").first(),
  ];
  for (const part of parts) expect(Math.abs((await rightOf(part)) - edge)).toBeLessThan(3);
  release();
});

test("Arabic is mirrored, but amounts read left to right @layout", async ({ page }) => {
  const usdc = "caip19/eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
  const { gatewayUrl } = await createPayment({ unit: usdc, value: "24900000" });
  await page.goto(`${gatewayUrl}?lang=ar`);
  const amount = page.getByText(/24\.90\s*USDC/).first();
  await expect(amount).toBeVisible();
  // The figure is left of its symbol, as in every wallet.
  const leftEdges = await amount.evaluate((element) => {
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
  expect(leftEdges["24.90"]).toBeLessThan(leftEdges.USDC ?? Number.NaN);
  const heading = page.getByRole("heading", { level: 1 });
  const box = await heading.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  // The merchant's name is right-aligned, next to its logo.
  if (width < 500) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width / 2);
  else expect(box?.x ?? 0).toBeGreaterThan(width / 2);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the language can be switched, and is remembered", async ({ page }) => {
    const { gatewayUrl } = await createPayment();
    const other = await createPayment(undefined, seller);
    await page.goto(gatewayUrl);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.locator("summary").click();
    await page.getByRole("navigation", { name: menuNames.en }).getByRole("link", { name: localeNames.de }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByText(messagesFor("de")["summary.payBy"])).toBeVisible();
    await page.goto(formOf(other.paymentId));
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await page.locator("summary").click();
    await page.getByRole("link", { name: localeNames.ar }).click();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(formMessagesFor("ar").title);
    expect(new URL(page.url()).searchParams.get("accounts")).toBe(account);
  });

  test("an unsupported language is ignored", async ({ page }) => {
    const { gatewayUrl } = await createPayment();
    for (const lang of ["xx", '"><script>', "constructor"]) {
      await page.goto(`${gatewayUrl}?lang=${encodeURIComponent(lang)}`);
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
    }
    expect(await page.context().cookies()).toEqual([]);
  });
});

test("the menu works with the keyboard and marks the current language @desktop", async ({ page }) => {
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

test("a page that fails is explained in its language, and loads when tried again", async ({ page }) => {
  const { gatewayUrl } = await createPayment();
  const status = "**/status?*";
  const broken = { status: "unheard of", isFinal: false, pollInMs: 1_000, info: null, failureCode: null };
  for (const [locale, words] of [
    ["de", "Etwas ist schiefgelaufen"],
    ["ar", "حدث خطأ"],
  ] as const) {
    await page.route(status, (route) => route.fulfill({ json: broken }));
    await page.goto(`${gatewayUrl}?lang=${locale}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words);
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    await page.unroute(status);
    await page.getByRole("button", { name: messagesFor(locale)["sign.again"] }).click();
    await expect(page.getByRole("heading", { level: 2 })).toHaveText(
      messagesFor(locale)["status.requires_action.title"],
    );
  }
});
