import { expect, type Page, test } from "@playwright/test";
import { liveOverview } from "#lib/core/test-pages.ts";
import { createAskingPartner, provider } from "./asking-partner.ts";
import { expectAccessible, picture } from "./look.ts";
import { createMember, createMerchant, createWorkplace, signIn, type TestMember, type Workplace } from "./members.ts";
import { partner } from "./partner-command.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

let workplace: Workplace;
let owner: TestMember;

test.beforeAll(async () => {
  workplace = await createWorkplace("Lumen Ltd");
  owner = await createMember(workplace, "owner");
});

const band = (page: Page) => page.getByText("TEST MODE", { exact: true });

/** Creates a merchant and a key by the dashboard's test mode, as an integrator does first. */
async function createSeller(page: Page): Promise<{ apiKey: string; merchantId: string }> {
  const dialog = page.getByRole("dialog");
  await page.goto(`${stack().baseUrl}/dashboard/test/merchants?new=1`);
  await dialog.getByLabel("Name").fill("Trial Shop");
  await dialog.getByLabel("Email", { exact: true }).fill("shop@trial.example");
  await dialog.getByRole("button", { name: "Create merchant" }).click();
  await expect(page).toHaveURL(/\/dashboard\/test\/merchants\/[^/?]+$/);
  const merchantId = page.url().split("/").at(-1) ?? "";
  await page.getByRole("button", { name: "Add destination" }).click();
  await page.getByLabel("USDC").first().check();
  await page.getByLabel("2. Address").fill("0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
  await dialog.getByRole("button", { name: /^Add/ }).click();
  await expect(page.getByText(/^USDC on/).first()).toBeVisible();
  await page.goto(`${stack().baseUrl}/dashboard/test/developers/keys`);
  await page.getByRole("button", { name: "Create key" }).first().click();
  await dialog.getByLabel("Name").fill("Trial");
  for (const name of ["Read payments", "Create and cancel payments"])
    await dialog.getByRole("checkbox", { name }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Your new key" });
  const apiKey = (await shown.locator("code").textContent()) ?? "";
  expect(apiKey).toMatch(/^till_test_/);
  await page.getByRole("button", { name: "I've saved it" }).click();
  return { apiKey, merchantId };
}

test("a test payment is paid without a wallet, says TEST, and is seen in test mode only @desktop", async ({
  page,
  context,
}) => {
  const { complaints } = watch(page);
  await signIn(context, owner);
  await page.goto(`${stack().baseUrl}/dashboard`);
  await expect(band(page)).toBeHidden();
  await page.getByRole("link", { name: "Go to test mode" }).click();
  await expect(page).toHaveURL(/\/dashboard\/test$/);
  await expect(band(page)).toBeVisible();
  await expect(page).toHaveTitle("TEST: Overview · Till");

  const { paymentId, gatewayUrl } = await createPayment(undefined, await createSeller(page));
  await page.goto(gatewayUrl);
  await expect(page.getByText("TEST", { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/TEST/);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("Your payment to Trial Shop is complete.", { exact: true })).toBeVisible();
  await expect(page.getByText("TEST", { exact: true })).toBeVisible();

  await page.goto(`${stack().baseUrl}/dashboard/test/payments`);
  await page.getByRole("row").filter({ hasText: "ORDER-7" }).getByRole("link").first().click();
  await expect(page).toHaveURL(`${stack().baseUrl}/dashboard/test/payments/${paymentId}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Succeeded");
  await expect(band(page)).toBeVisible();
  await page.getByRole("link", { name: "Go to live mode" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const live = await page.goto(`${stack().baseUrl}/dashboard/payments/${paymentId}`);
  expect(live?.status()).toBe(404);
  expect(complaints.filter((each) => !each.includes("404"))).toEqual([]);
});

test("members belong to the company in both modes @desktop", async ({ page, context }) => {
  await signIn(context, owner);
  await page.goto(`${stack().baseUrl}/dashboard/test/settings/members`);
  await expect(page.getByText(owner.email).first()).toBeVisible();
});

test("the pages of test mode have no faults @layout", async ({ page, context }, { project }) => {
  await signIn(context, owner);
  const { gatewayUrl } = await createPayment(undefined, await createSeller(page));
  const pages = {
    checkout: gatewayUrl,
    "checkout-ar": `${gatewayUrl}?lang=ar`,
    "checkout-de": `${gatewayUrl}?lang=de`,
    overview: `${stack().baseUrl}/dashboard/test`,
  };
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    const testBand = page.locator(".test-band");
    await expect(testBand).toBeVisible();
    // The stripes are where the line begins.
    await expect(testBand).toHaveCSS("background-position", name === "checkout-ar" ? /^100% 0/ : /^0px 0/);
    await expectAccessible(page);
    await picture(page, `test-mode-${name}`, project.name);
  }
});

test("every screen has a way to the other mode and back @layout", async ({ page, context }) => {
  await signIn(context, owner);
  await page.goto(`${stack().baseUrl}/dashboard/account`);
  await page.getByRole("link", { name: "Go to test mode" }).filter({ visible: true }).click();
  await expect(page.getByText("TEST MODE", { exact: true })).toBeVisible();
  await page.goto(`${stack().baseUrl}/dashboard/test/account`);
  await page.getByRole("link", { name: "Go to live mode" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(`${stack().baseUrl}/dashboard`);
  await expect(page.getByText("TEST MODE", { exact: true })).toBeHidden();
});

test("the dashboard opens in the mode that was used last, and every other address in its own @desktop", async ({
  page,
  context,
}) => {
  const { baseUrl } = stack();
  await signIn(context, owner);
  const home = async () => {
    const other = await context.newPage();
    await other.goto(`${baseUrl}/dashboard`);
    const { pathname } = new URL(other.url());
    await other.close();
    await page.bringToFront();
    return pathname;
  };
  await page.goto(`${baseUrl}/dashboard`);
  expect(await home()).toBe("/dashboard");
  await page.getByRole("link", { name: "Go to test mode" }).click();
  await expect(band(page)).toBeVisible();
  expect(await home()).toBe("/dashboard/test");

  await page.goto(`${baseUrl}/dashboard/payments`);
  await expect(page.getByRole("heading", { name: "Payments", level: 1 })).toBeVisible();
  await expect(band(page)).toBeHidden();
  expect(await home()).toBe("/dashboard");

  // Of two open tabs, the one that is looked at is the one that is used.
  const inTest = await context.newPage();
  await inTest.goto(`${baseUrl}/dashboard/test/payments`);
  await expect(band(inTest)).toBeVisible();
  await page.bringToFront();
  // The other tab, which is visible to a browser without windows too, may be hydrated only now.
  const homeAfterFocus = async () => {
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    return home();
  };
  await expect.poll(homeAfterFocus).toBe("/dashboard");
  // Within a page, its own overview is a step away, whatever another tab does.
  await inTest.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${baseUrl}/dashboard`);
  await expect(band(page)).toBeHidden();

  await page.goto(`${baseUrl}/dashboard/test`);
  await page.getByRole("link", { name: "Go to live mode" }).click();
  await expect(page).toHaveURL(`${baseUrl}/dashboard`);
  expect(await home()).toBe("/dashboard");
  // The link of an email about several events of the live account.
  await page.goto(`${baseUrl}/dashboard/test`);
  await page.goto(`${baseUrl}${liveOverview}`);
  await expect(page).toHaveURL(`${baseUrl}/dashboard`);
  await expect(band(page)).toBeHidden();
});

test("the form for the buyer's details says TEST in the buyer's language @layout", async ({ page }, { project }) => {
  const asking = await createAskingPartner();
  const [, testId = "", apiKey = ""] =
    /Account\s+(\S+)[\s\S]*Api-Key\s+(\S+)/.exec(await partner("test", asking.partnerId)) ?? [];
  await partner(
    "collect",
    testId,
    "always",
    "--provider",
    provider.name,
    "--terms",
    provider.terms,
    "--privacy",
    provider.privacy,
  );
  const merchantId = await createMerchant({ apiKey }, "Trial Shop", "shop@trial.example");
  const { paymentId } = await createPayment(undefined, { apiKey, merchantId });
  const account = encodeURIComponent("eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
  const form = `${stack().baseUrl}/collect/${paymentId}?accounts=${account}`;
  await page.goto(form);
  await expect(page.getByRole("heading", { name: "Your details" })).toBeVisible();
  await expect(page.getByText("TEST", { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^TEST: /);
  await expectAccessible(page);
  await picture(page, "test-mode-collect", project.name);
  await page.goto(`${form}&lang=de`);
  await expect(page.getByText("TESTZAHLUNG", { exact: true })).toBeVisible();
  // A payment that isn't a test has no band.
  const { paymentId: live } = await createPayment(undefined, asking);
  await page.goto(`${stack().baseUrl}/collect/${live}?accounts=${account.replace("31337", "8453")}&lang=en`);
  await expect(page.getByRole("heading", { name: "Your details" })).toBeVisible();
  await expect(page.locator(".test-band")).toHaveCount(0);
});
