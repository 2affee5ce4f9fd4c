import { expect, type Page, test } from "@playwright/test";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { createBuyer } from "./buyers.ts";
import { createWorkplace, type Workplace } from "./members.ts";
import { button, option, title } from "./paying.ts";
import { type CreatedPayment, callApi, createPayment, insertPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";
import { watch } from "./watch.ts";

let seller: Workplace;

test.beforeAll(async () => {
  seller = await createWorkplace("Order");
  const look = { supportContact: "help@lumen.example", brandColor: "#ffd400" };
  await callApi(seller, "PATCH", `/v1/merchants/${seller.merchantId}`, look);
});

/** The top edges of the card and of the amount in it, on the page, which may be scrolled. */
const topOf = (page: Page) =>
  Promise.all(
    [page.locator("main > article"), page.getByText("$24.90", { exact: true })].map((part) =>
      part.evaluate((element) => element.getBoundingClientRect().top + window.scrollY),
    ),
  );

test("shows the order, the support contact and the merchant's color, and the card keeps its top edge @layout", async ({
  page,
}, { project }) => {
  const { complaints } = watch(page);
  await installWallet(page, await createBuyer());
  const lineItems = ["Espresso beans", "Cup", "Spoon", "Gift wrap"].map((name) => ({
    name,
    quantity: 2,
    total: "600",
  }));
  const amount = { unit: "iso4217/USD", value: "2490" };
  const order = { referenceId: "ORDER 7/1", amount, description: "A present for Ada", lineItems };
  const { gatewayUrl } = (await callApi(seller, "POST", "/v1/payments", order)) as CreatedPayment;
  await page.goto(gatewayUrl);
  if (project.name === "phone") {
    await expect(page.getByText("A present for Ada")).toBeHidden();
    await button(page, "Payment details").click();
  }
  await expect(page.getByText("A present for Ada")).toBeVisible();
  await expect(page.getByText("Gift wrap")).toBeHidden();
  await page.getByText("Items (4)").click();
  await expect(page.getByText("Gift wrap")).toBeVisible();
  await page.getByText("Items (4)").click();
  await expect(page.getByRole("link", { name: "Contact Café Lumen" })).toHaveAttribute(
    "href",
    "mailto:help@lumen.example?subject=ORDER%207%2F1",
  );
  await expect(button(page, "Connect wallet")).toHaveCSS("background-color", "rgb(255, 212, 0)");
  await expect(button(page, "Connect wallet")).toHaveCSS("color", "rgb(0, 0, 0)");
  const top = await topOf(page);
  await button(page, "Connect wallet").click();
  await expect(title(page)).toHaveText("Choose a wallet");
  expect(await topOf(page)).toEqual(top);
  await button(page, "Test Wallet").click();
  await expect(option(page, /USDC.*Base/)).toBeChecked();
  await expect(option(page, /USDT.*BNB/)).toHaveCount(0);
  expect(await topOf(page)).toEqual(top);
  await button(page, /with a network fee/).click();
  await option(page, /USDT.*BNB/).check();
  expect(await topOf(page)).toEqual(top);
  await button(page, "Pay 24.90 USDT").click();
  await expect(title(page)).toHaveText("Step 1 of 2: Approve USDT");
  expect(await topOf(page)).toEqual(top);
  await button(page, "Use another wallet").click();
  await button(page, "Connect wallet").click();
  await expect(page.getByRole("region", { name: "Recently used" }).getByRole("button")).toHaveText("Test Wallet");
  expect(complaints).toEqual([]);
});

for (const locale of ["en", "ar"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a price in euros preselects the token in euros, and others name their rate @layout", async ({ page }) => {
      await installWallet(page, await createBuyer([8453]));
      const t = createTranslator(messagesFor(locale));
      const { gatewayUrl } = await createPayment({ unit: "iso4217/EUR", value: "1000" }, seller);
      await page.goto(gatewayUrl);
      await button(page, t("methods.connect")).click();
      await button(page, "Test Wallet").click();
      await expect(option(page, /EURC.*Base/)).toBeChecked();
      await expect(page.getByRole("radio").first()).toBeChecked();
      const row = (name: RegExp) => page.locator("label").filter({ hasText: name });
      await expect(row(/10[.,]00\sEURC/)).not.toContainText("=");
      await expect(row(/10[.,]80\sUSDC/)).toContainText("1\u00a0EUR = 1.08\u00a0USDC");
      await option(page, /USDC.*Base/).check();
      await expect(button(page, /USDC/)).toBeVisible();
    });
  });
}

test("a buyer whose payment has expired can ask the merchant for a new link @desktop", async ({ page }) => {
  await page.goto(`${stack().baseUrl}/pay/${await insertPayment({ status: "expired", expiresInMs: -1_000 }, seller)}`);
  await expect(title(page)).toHaveText("Payment expired");
  await expect(page.getByRole("link", { name: "Request a new link" })).toHaveAttribute(
    "href",
    "mailto:help@lumen.example?subject=SECRET-ORDER-7",
  );
  await expect(page.getByRole("link", { name: "Contact Café Lumen" })).toHaveCount(0);
});

test("a buyer whose wallet was declined gets a button to contact the merchant @desktop", async ({ page }) => {
  const declined = { status: "failed", failureCode: "declined_user" };
  await page.goto(`${stack().baseUrl}/pay/${await insertPayment(declined, seller)}`);
  await expect(title(page)).toHaveText("Payment declined");
  // The summary has the link only where there is no button.
  await expect(page.getByRole("link", { name: "Contact Café Lumen" })).toHaveCount(1);
});

test("the way back to the shop has a visible edge in a color like the card's @desktop", async ({ page }) => {
  const white = await createWorkplace("White");
  const headers = { "Api-Key": white.apiKey, "Merchant-Id": white.merchantId, "Content-Type": "application/json" };
  const call = (method: string, path: string, body: object) =>
    fetch(`${stack().baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  await call("PATCH", `/v1/merchants/${white.merchantId}`, { brandColor: "#ffffff" });
  const urls = { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/sorry" };
  const { gatewayUrl, paymentId } = await createPayment(undefined, white, urls);
  expect((await call("POST", `/v1/payments/${paymentId}/cancel`, {})).status).toBe(200);
  await page.goto(gatewayUrl);
  const link = page.getByRole("link", { name: "Return to Café Lumen" });
  await expect(link).toHaveCSS("border-top-width", "1px");
  await expect(link).not.toHaveCSS("border-top-color", "rgba(0, 0, 0, 0)");
  await expect(link).not.toHaveCSS("border-top-color", "rgb(255, 255, 255)");
});
