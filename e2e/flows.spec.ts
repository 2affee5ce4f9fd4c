import { expect, type Page, test } from "@playwright/test";
import { ada } from "#test/buyer-data/samples.ts";
import { createAskingPartner } from "./asking-partner.ts";
import { createBuyer } from "./buyers.ts";
import { createWorkplace } from "./members.ts";
import { button, title } from "./paying.ts";
import { createPayment, insertPayment } from "./payments.ts";
import { sell } from "./selling.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";

type Figures = { clicks: number; shift: number };

/** Counts a page's clicks, those in its frames included, and its layout shift, from each load on. */
async function measure(page: Page): Promise<() => Promise<Figures & { seconds: number }>> {
  await page.addInitScript(() => {
    const figures = { clicks: 0, shift: 0 };
    Object.assign(window, { figures });
    addEventListener("click", ({ isTrusted }) => (figures.clicks += Number(isTrusted)), true);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) figures.shift += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const startedAt = performance.now();
  return async () => {
    const seconds = (performance.now() - startedAt) / 1_000;
    const read = () => (window as unknown as { figures: Figures }).figures;
    const all = await Promise.all(page.frames().map((frame) => frame.evaluate(read)));
    const clicks = all.reduce((sum, each) => sum + each.clicks, 0);
    return { clicks, seconds, shift: Math.max(...all.map(({ shift }) => shift)) };
  };
}

/**
 * Expects a flow's clicks, and a layout shift that Core Web Vitals call good. A step's answer that takes more
 * than half a second after a click counts, so the exact figure depends on the machine, as the seconds do:
 * these are only reported.
 */
async function expectFlow(name: string, stop: Awaited<ReturnType<typeof measure>>, clicks: number): Promise<void> {
  const found = await stop();
  const shift = Number(found.shift.toFixed(4));
  process.stdout.write(`flow ${name}: ${found.clicks} clicks, ${found.seconds.toFixed(1)} s, shift ${shift}\n`);
  expect(found.clicks).toBe(clicks);
  expect(shift).toBeLessThanOrEqual(0.1);
}

test("one step: connect, choose the wallet, pay @layout", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  const stop = await measure(page);
  await page.goto(gatewayUrl);
  await button(page, "Connect wallet").click();
  await button(page, "Test Wallet").click();
  await button(page, "Pay 24.90 USDC").click();
  await expect(title(page)).toHaveText("Paid");
  await expectFlow("one step", stop, 3);
});

test("two steps, with the best option preselected: two more clicks for the wallet @layout", async ({ page }) => {
  await installWallet(page, { ...(await createBuyer([56])), chainId: 56 });
  const { gatewayUrl } = await createPayment();
  const stop = await measure(page);
  await page.goto(gatewayUrl);
  await button(page, "Connect wallet").click();
  await button(page, "Test Wallet").click();
  await button(page, /^Pay 24\.90/).click();
  await expect(page.getByText("Step 1 of 2")).toBeVisible();
  await button(page, "Open wallet").click();
  await expect(page.getByText("Step 2 of 2")).toBeVisible();
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Paid");
  await expectFlow("two steps", stop, 5);
});

test("with the form for the buyer's details @layout", async ({ page }) => {
  const seller = await createAskingPartner();
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment(undefined, seller);
  const stop = await measure(page);
  await page.goto(gatewayUrl);
  await button(page, "Connect wallet").click();
  await button(page, "Test Wallet").click();
  await button(page, "Enter your details").click();
  const form = page.frameLocator('iframe[title="Your details"]');
  await form.getByLabel("Full name").fill(ada.fullName);
  await form.getByLabel("Date of birth").fill(ada.dob);
  await form.getByLabel("Country").locator("visible=true").selectOption(ada.porCountry);
  await form.getByLabel("Address").fill(ada.porAddress);
  await form.getByRole("checkbox").check();
  // The form's frame goes away with its figures.
  const inForm = 2;
  await form.getByRole("button", { name: "Send my details" }).click();
  await button(page, "Open wallet").click();
  await expect(title(page)).toHaveText("Paid");
  await expectFlow(`with form (and ${inForm} in the form)`, stop, 4);
});

test("cancelling @layout", async ({ page }) => {
  const { gatewayUrl } = await createPayment();
  const stop = await measure(page);
  await page.goto(gatewayUrl);
  await button(page, "Cancel payment").click();
  await button(page, "Yes, cancel").click();
  await expect(title(page)).toHaveText("Payment cancelled");
  await expectFlow("cancel", stop, 2);
});

test("from an expired payment to a request for a new link @layout", async ({ page }) => {
  const seller = await createWorkplace("Supported");
  await fetch(`${stack().baseUrl}/v1/merchants/${seller.merchantId}`, {
    method: "PATCH",
    headers: { "Api-Key": seller.apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({ supportContact: "help@lumen.example" }),
  });
  const paymentId = await insertPayment({ status: "expired", expiresInMs: -1_000 }, seller);
  const stop = await measure(page);
  await page.goto(`${stack().baseUrl}/pay/${paymentId}`);
  await page.evaluate(() => addEventListener("click", (event) => event.preventDefault()));
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expectFlow("expired → new link", stop, 1);
});

test("signing a refund, once by mouse and once by the keyboard alone @desktop", async ({ page, context }) => {
  test.setTimeout(400_000);
  const { shop, url } = await sell(context);
  const requestRefund = async (amount: string): Promise<string> => {
    await page.goto(url);
    await expect(page.getByText("Paid out", { exact: true })).toBeVisible({ timeout: 30_000 });
    await button(page, /^Refund$/).click();
    await page.getByLabel("Amount in USD").fill(amount);
    await button(page, "Create refund link").click();
    return (await page.getByRole("dialog", { name: "Refund link" }).locator("code").textContent()) ?? "";
  };
  const first = await context.newPage();
  await installWallet(first, shop);
  const link = await requestRefund("2.00");
  const stop = await measure(first);
  await first.goto(link);
  await button(first, "Connect wallet").click();
  await button(first, "Test Wallet").click();
  await button(first, "Refund 2.00 USDC").click();
  await expect(title(first)).toHaveText("Refunded");
  await expectFlow("refund", stop, 3);

  const second = await context.newPage();
  await installWallet(second, shop);
  await second.goto(await requestRefund("1.00"));
  const tabTo = async (name: string | RegExp) => {
    for (let presses = 0; presses < 15; presses += 1) {
      if (await button(second, name).evaluate((element) => element === document.activeElement)) break;
      await second.keyboard.press("Tab");
    }
    await expect(button(second, name)).toBeFocused();
    await second.keyboard.press("Enter");
  };
  await expect(second.getByText("Time left")).toBeVisible();
  // The wallet of another page doesn't know this one yet, so the list opens.
  await tabTo("Connect wallet");
  await tabTo("Test Wallet");
  await tabTo("Refund 1.00 USDC");
  await expect(title(second)).toHaveText("Refunded");
  await expect(title(second)).toBeFocused();
});
