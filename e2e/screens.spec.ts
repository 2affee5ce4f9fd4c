import { expect, type Page, test } from "@playwright/test";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { createAskingPartner } from "./asking-partner.ts";
import { awkwardPages, createAwkwardWorkplace, german } from "./awkward.ts";
import { createBuyer } from "./buyers.ts";
import { createWorkplace, signIn, type Workplace } from "./members.ts";
import { type CreatedPayment, callApi, insertPayment } from "./payments.ts";
import { sell } from "./selling.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";

/**
 * Takes pictures of every page for a look at them: `TILL_SCREENS=folder npx playwright test e2e/screens.spec.ts`. Otherwise
 * there is nothing to test here.
 */
const folder = process.env.TILL_SCREENS;

const widths = [390, 768, 1024, 1280, 1440];

/** Saves the page at each width, light and dark. A page that is longer than a few screens is cut off. */
async function takeAll(page: Page, name: string, of = widths): Promise<void> {
  for (const width of of) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const scrollHeight = await page.evaluate(() => document.documentElement.scrollHeight);
      const clip = { x: 0, y: 0, width, height: Math.min(scrollHeight, 2_400) };
      const path = `${folder}/${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, clip, fullPage: true, scale: "css", animations: "disabled" });
    }
  }
}

const settled = async (page: Page) => {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("main [class*=animate-pulse]")).toHaveCount(0);
};

if (folder !== undefined) {
  test("every page of the dashboard, with long names and huge amounts @desktop", async ({ page, context }) => {
    test.setTimeout(1_200_000);
    for (const [index, [path, opener]] of awkwardPages(await createAwkwardWorkplace(context)).entries()) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${stack().baseUrl}/dashboard${path}`);
      await settled(page);
      const words = path === "" ? "overview" : path.slice(1).replaceAll("/", "-").replaceAll(/_\w+/g, "");
      const name = `${String(index).padStart(2, "0")}-${words}`;
      await takeAll(page, name);
      if (opener === undefined) continue;
      await page.getByRole("button", { name: opener }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await takeAll(page, `${name}-dialog`, [390, 1440]);
    }
  });

  test("the overview of the demo, for the README @desktop", async ({ page, context }) => {
    await signIn(context, stack().dashboard);
    await page.goto(`${stack().baseUrl}/dashboard`);
    await settled(page);
    await page.screenshot({ path: `${folder}/dashboard-overview-desktop-light.png`, scale: "css" });
  });

  for (const locale of ["en", "de", "ar"] as const) {
    test.describe(locale, () => {
      test.use({ locale });
      const messages = messagesFor(locale);

      test(`the checkout in ${locale}, step by step, with a long order @desktop`, async ({ page }) => {
        test.setTimeout(200_000);
        await installWallet(page, await createBuyer([8453, 56]));
        const shots = (step: string) => takeAll(page, `checkout-${locale}-${step}`);
        await page.goto((await order(await longNamedShop(), "1234567")).gatewayUrl);
        const connect = page.getByRole("button", { name: messages["methods.connect"] });
        await expect(connect).toBeVisible();
        await shots("1-start");
        await connect.click();
        await expect(page.getByRole("button", { name: "Test Wallet" })).toBeVisible();
        await shots("2-wallets");
        await page.getByRole("button", { name: "Test Wallet" }).click();
        await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
        await page.waitForTimeout(2_000);
        await shots("3-connected");
      });

      test(`the form in ${locale} @desktop`, async ({ page }) => {
        test.setTimeout(200_000);
        await installWallet(page, await createBuyer([8453]));
        await page.goto((await order(await longNamedShop(await createAskingPartner()), "2490")).gatewayUrl);
        await page.getByRole("button", { name: messages["methods.connect"] }).click();
        await page.getByRole("button", { name: "Test Wallet" }).click();
        await page.getByRole("button", { name: messages["options.enterDetails"] }).click();
        const form = page.frameLocator("iframe");
        await expect(form.locator("input").first()).toBeVisible();
        await takeAll(page, `form-${locale}-1-empty`);
        await form.locator("button[type=submit]").click();
        await page.waitForTimeout(1_000);
        await takeAll(page, `form-${locale}-2-errors`);
      });
    });
  }

  test("a payment by a wallet, until it is paid @desktop", async ({ page }) => {
    test.setTimeout(600_000);
    const wallet = await installWallet(page, { ...(await createBuyer([56])), chainId: 56 });
    await page.goto((await order(await longNamedShop(), "2490")).gatewayUrl);
    await page.getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("button", { name: "Test Wallet" }).click();
    await page.getByRole("radio", { name: /USDT.*BNB/ }).check();
    await takeAll(page, "pay-1-options");
    await page.getByRole("button", { name: /^Pay / }).click();
    await expect(page.getByText(/Step 1 of 2/).first()).toBeVisible();
    await takeAll(page, "pay-2-approve");
    await page.getByRole("button", { name: "Open wallet" }).click();
    await expect(page.getByText("Step 2 of 2")).toBeVisible();
    const release = wallet.hold("eth_signTypedData_v4");
    await takeAll(page, "pay-3-sign");
    await page.getByRole("button", { name: "Open wallet" }).click();
    await expect.poll(() => wallet.asked.length).toBe(2);
    await takeAll(page, "pay-4-waiting");
    release();
    await expect(page.getByRole("heading", { level: 2 })).toHaveText("Paid");
    await takeAll(page, "pay-5-paid");
  });

  test("the ends of a payment @desktop", async ({ page }) => {
    test.setTimeout(600_000);
    const shop = await longNamedShop();
    for (const ending of [
      { status: "processing" },
      { status: "expired", expiresInMs: -1_000 },
      { status: "cancelled", cancelledReason: "cancelled_by_merchant" },
      { status: "failed", failureCode: "declined_user" },
    ]) {
      await page.goto(`${stack().baseUrl}/pay/${await insertPayment(ending, shop)}`);
      await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
      await takeAll(page, `end-${ending.status}`);
    }
    await page.goto(`${stack().baseUrl}/pay/pay_01ARZ3NDEKTSV4RRFFQ69G5FAV`);
    await takeAll(page, "end-unknown");
  });

  test("a refund link @desktop", async ({ page, context }) => {
    test.setTimeout(600_000);
    const { shop, url } = await sell(context);
    await installWallet(page, shop);
    await page.goto(url);
    await expect(page.getByText("Paid out", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Refund$/ }).click();
    await takeAll(page, "refund-1-dialog", [390, 1440]);
    await page.getByRole("button", { name: "Create refund link" }).click();
    const link = page.getByRole("dialog", { name: "Refund link" }).locator("code");
    await expect(link).toBeVisible();
    await takeAll(page, "refund-2-link-dialog", [390, 1440]);
    await page.goto((await link.textContent()) ?? "");
    await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
    await takeAll(page, "refund-3-link");
    await page.getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("button", { name: "Test Wallet" }).click();
    await page.waitForTimeout(2_000);
    await takeAll(page, "refund-4-connected");
  });

  test("the docs @desktop", async ({ page }) => {
    test.setTimeout(600_000);
    for (const path of [
      "",
      "/payments",
      "/objects",
      "/errors",
      "/webhooks",
      "/guides/quick-start",
      "/changelog",
      "/search?q=refund",
    ]) {
      await page.goto(`${stack().baseUrl}/docs${path}`);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await takeAll(page, `docs${path.replaceAll(/\W/g, "-")}`);
    }
    await page.goto(stack().baseUrl);
    await takeAll(page, "home");
  });

  test("the pages for visitors @desktop", async ({ page }) => {
    for (const path of ["sign-in", "sign-up", "reset", "two-factor", "invitation"]) {
      await page.goto(`${stack().baseUrl}/${path}`);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await takeAll(page, path);
    }
  });
}

/** Gives a partner's merchant the longest usual name, a support contact and a brand color. */
async function longNamedShop(shop?: Workplace): Promise<Workplace> {
  const workplace = shop ?? (await createWorkplace("Screens"));
  const { merchantId } = workplace;
  await withConnection(stack().databaseUrl, (client) =>
    client.query("UPDATE merchant SET name = $2 WHERE id = $1", [merchantId, `${german} mbH`]),
  );
  const look = { supportContact: "help@lumen.example", brandColor: "#7c3aed" };
  await callApi(workplace, "PATCH", `/v1/merchants/${merchantId}`, look);
  return workplace;
}

/** Creates a payment with a long description and items. @param value in cents of a US dollar. */
async function order(shop: Workplace, value: string): Promise<CreatedPayment> {
  const lineItems = [german, "قهوة عربية محمصة", "Cup", "Gift wrap"].map((name) => ({
    name,
    quantity: 2,
    total: "600",
  }));
  const description = "Bestellung für die Weihnachtsfeier der Elektrizitätswerke, inklusive Lieferung und Aufbau";
  const referenceId = "INVOICE/2026-11/WWWWWWWWW:000042";
  const amount = { unit: "iso4217/USD", value };
  return (await callApi(shop, "POST", "/v1/payments", {
    referenceId,
    amount,
    description,
    lineItems,
  })) as CreatedPayment;
}
