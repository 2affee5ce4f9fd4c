import { expect, type Locator, type Page, test } from "@playwright/test";
import { ada } from "#test/buyer-data/samples.ts";
import { type AskingPartner, createAskingPartner, readCollected } from "./asking-partner.ts";
import { createBuyer } from "./buyers.ts";
import { expectAccessible } from "./look.ts";
import { startOtherOrigin } from "./other-origin.ts";
import { button, connect, methods, option, problem, title } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";
import { watch } from "./watch.ts";

let seller: AskingPartner;

test.beforeAll(async () => {
  seller = await createAskingPartner();
  const headers = { "Api-Key": seller.apiKey, "Content-Type": "application/json" };
  const look = { method: "PATCH", headers, body: JSON.stringify({ brandColor: "#7c3aed" }) };
  expect((await fetch(`${stack().baseUrl}/v1/merchants/${seller.merchantId}`, look)).status).toBe(200);
});

const form = (page: Page) => page.frameLocator('iframe[title="Your details"]');
const sendButton = (page: Page) => form(page).getByRole("button", { name: "Send my details" });

async function openForm(page: Page): Promise<string> {
  const { gatewayUrl, paymentId } = await createPayment(undefined, seller);
  await page.goto(gatewayUrl);
  await connect(page);
  await expect(option(page, /USDC.*Base/)).toHaveAccessibleName(/Details required/);
  await button(page, "Enter your details").click();
  await expect(title(page)).toHaveText("Café Lumen needs your details");
  return paymentId;
}

async function fillIn(page: Page): Promise<void> {
  const on = form(page);
  await on.getByLabel("Full name").fill(ada.fullName);
  await on.getByLabel("Date of birth").fill(ada.dob);
  await on.getByLabel("Country").locator("visible=true").selectOption(ada.porCountry);
  await on.getByLabel("Address").fill(ada.porAddress);
  await on.getByRole("checkbox").check();
}

test("shows the form in the page, reports a failure, and continues once it is sent", async ({ page }) => {
  const wallet = await installWallet(page, await createBuyer([8453]));
  const { complaints } = watch(page);
  await page.route("**/submit", (route) => route.fulfill({ status: 500, json: { code: "internal_error" } }));
  const paymentId = await openForm(page);
  await fillIn(page);
  await sendButton(page).click();
  await expect(problem(page)).toContainText("Something went wrong, and your details weren’t sent.");
  await page.unroute("**/submit");
  await button(page, "Try again").click();
  // The typed values are still there; the accepted terms aren't.
  await expect(form(page).getByLabel("Full name")).toHaveValue(ada.fullName);
  await expect(form(page).getByLabel("Address")).toHaveValue(ada.porAddress);
  await expect(form(page).getByRole("checkbox")).not.toBeChecked();
  await form(page).getByRole("checkbox").check();
  await sendButton(page).click();
  await expect(title(page)).toHaveText(/Pay 24\.90\sUSDC/);
  expect(wallet.asked).toEqual([]);
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Paid");
  expect(methods(wallet)).toEqual(["eth_signTypedData_v4"]);
  expect(await readCollected(seller, paymentId)).toEqual([ada]);
  expect(complaints.filter((one) => !one.includes("500"))).toEqual([]);
});

test("axe finds no violation in the form inside the card, empty, with errors and after a failure @layout", async ({
  page,
}) => {
  await installWallet(page, await createBuyer([8453]));
  await page.route("**/submit", (route) => route.fulfill({ status: 500, json: { code: "internal_error" } }));
  await openForm(page);
  await expect(sendButton(page)).toBeVisible();
  await expectAccessible(page);
  await sendButton(page).click();
  await expect(form(page).getByText("Enter your full name.")).toBeVisible();
  await expectAccessible(page);
  await fillIn(page);
  await sendButton(page).click();
  await expect(problem(page)).toContainText("your details weren’t sent");
  await expectAccessible(page);
});

test("the form in the page can be filled in and sent with the keyboard alone @desktop", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  const paymentId = await openForm(page);
  await expect(title(page)).toBeFocused();
  await expect(sendButton(page)).toBeEnabled();
  await expect(sendButton(page)).toHaveCSS("background-color", "rgb(124, 58, 237)");
  const on = form(page);
  const tabTo = async (control: Locator) => {
    const isFocused = () => control.evaluate((one) => one === one.ownerDocument.activeElement);
    for (let presses = 0; presses < 8 && !(await isFocused()); presses += 1) await page.keyboard.press("Tab");
    await expect(control).toBeFocused();
  };
  await tabTo(on.getByLabel("Full name"));
  await page.keyboard.type(ada.fullName);
  await page.keyboard.press("Tab");
  await page.keyboard.type("12101985");
  await tabTo(on.getByLabel("Country").locator("visible=true"));
  await page.keyboard.type("United K");
  await page.keyboard.press("Tab");
  await page.keyboard.type(ada.porAddress);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await tabTo(sendButton(page));
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(/Pay 24\.90\sUSDC/);
  await expect(title(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(button(page, "Open wallet")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Paid");
  expect(await readCollected(seller, paymentId)).toEqual([ada]);
});

test("a buyer can open the form in a new window, and the payment continues in the first", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  await openForm(page);
  await form(page).getByLabel("Full name").fill(ada.fullName);
  const urls: string[] = [];
  page.context().on("request", (request) => urls.push(request.url()));
  const opened = page.waitForEvent("popup");
  await button(page, "Open in a new window").click();
  const popup = await opened;
  // The typed value moves to the new window. It is in no request's URL, and doesn't stay in the address bar.
  await expect(popup.getByLabel("Full name")).toHaveValue(ada.fullName);
  await expect(popup).not.toHaveURL(/prefill/);
  expect(urls.filter((url) => url.includes("/collect/"))).not.toEqual([]);
  expect(urls.filter((url) => url.split("#")[0]?.includes("prefill"))).toEqual([]);
  await popup.getByLabel("Date of birth").fill(ada.dob);
  await popup.getByLabel("Country").locator("visible=true").selectOption(ada.porCountry);
  await popup.getByLabel("Address").fill(ada.porAddress);
  await popup.getByRole("checkbox").check();
  await popup.getByRole("button", { name: "Send my details" }).click();
  await expect(title(page)).toHaveText(/Pay 24\.90\sUSDC/);
});

test("the form is as tall as its content after the window's width has changed", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  await page.setViewportSize({ width: 320, height: 800 });
  await openForm(page);
  await sendButton(page).click();
  await expect(form(page).getByText("Enter your full name.")).toBeVisible();
  const left = () =>
    page.locator('iframe[title="Your details"]').evaluate((frame: HTMLIFrameElement) => {
      const card = frame.contentDocument?.querySelector<HTMLElement>("main > article");
      return frame.offsetHeight - (card?.offsetHeight ?? 0);
    });
  await expect.poll(left).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(left).toBe(0);
});

test("offers a new window if the browser blocks the frame", async ({ page, context }) => {
  await installWallet(page, await createBuyer([8453]));
  await context.route("**/collect/**", async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: {
        ...response.headers(),
        "x-frame-options": "DENY",
        "content-security-policy": "frame-ancestors 'none'",
      },
    });
  });
  await openForm(page);
  await expect(page.getByText("Your browser can’t show this step here.")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  const opened = page.waitForEvent("popup");
  await button(page, "Open in a new window").click();
  const popup = await opened;
  await expect(popup.getByRole("form", { name: /./ })).toBeVisible();
  await expect(page.getByText("Enter your details in the new window")).toBeVisible();
});

test("accepts a message from the form only", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  const stranger = await startOtherOrigin(
    `<script>opener.postMessage(JSON.stringify({ type: "IC_COMPLETE", success: true }), "*"); document.title = "Sent";</script>`,
  );
  try {
    await openForm(page);
    const received = page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const origins: string[] = [];
          addEventListener("message", ({ origin }) => origins.push(origin) === 2 && resolve(origins));
        }),
    );
    const complete = JSON.stringify({ type: "IC_COMPLETE", success: true });
    await page.evaluate((message) => window.postMessage(message, "*"), complete);
    await page.evaluate((url) => void window.open(url), stranger.origin);
    expect(await received).toContain(stranger.origin);
    await expect(title(page)).toHaveText("Café Lumen needs your details");
    await expect(form(page).getByLabel("Full name")).toBeVisible();
  } finally {
    await stranger.stop();
  }
});
