import { expect, test } from "@playwright/test";
import { expectNoFaults } from "./axe.ts";
import { createMember, createRecordedWorkplace, createWorkplace, signIn } from "./members.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

const usdc = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

test("a member chooses emails, and sees what is new by the bell, by keyboard alone", async ({ page, context }) => {
  const { baseUrl } = stack();
  const shop = await createRecordedWorkplace("Notifications");
  await signIn(context, await createMember(shop, "admin"));
  const { complaints } = watch(page);
  await page.goto(`${baseUrl}/dashboard/account`);
  const held = page.getByLabel("Payout held");
  await expect(held).toHaveValue("daily");
  await held.selectOption("Right away");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(held).toHaveValue("at_once");
  await expectNoFaults(page);

  const bell = page.getByRole("button", { name: /^Notifications/ });
  await bell.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await expect(panel.getByText("API key created")).toBeVisible();
  await expect(panel.getByText("New", { exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(bell).toBeFocused();

  const registered = await fetch(`${baseUrl}/v1/merchants/${shop.merchantId}/settlements/crypto`, {
    method: "POST",
    headers: { "Api-Key": shop.apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({
      settlements: [{ asset: usdc, destination: "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8" }],
    }),
  });
  expect(registered.status).toBe(201);
  await page.reload();
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
  await bell.press("Enter");
  const notice = panel.getByRole("link", { name: "Settlement destination added" });
  await expect(notice).toContainText("New");
  await expect(bell).toHaveAccessibleName("Notifications");
  await expectNoFaults(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await notice.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/dashboard/merchants/${shop.merchantId}$`));
  await expect(panel).toBeHidden();
  expect(complaints).toEqual([]);
});

test("of two choices in a row the last one counts @desktop", async ({ page, context }) => {
  await signIn(context, await createMember(await createWorkplace("In order"), "admin"));
  await page.goto(`${stack().baseUrl}/dashboard/account`);
  const chosenTwice = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route("**/dashboard/data/notifications.setMode", async (route) => {
    sent.push(String(route.request().postDataJSON().mode));
    if (sent.length === 1) await chosenTwice.promise;
    await route.continue();
  });
  const held = page.getByLabel("Payout held");
  await held.selectOption("Right away");
  await held.selectOption("Off");
  // Long enough for a second request to leave the page.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(sent).toEqual(["at_once"]);
  chosenTwice.resolve();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(held).toHaveValue("off");
});

test("an empty list of notifications says what will appear in it @desktop", async ({ page, context }) => {
  await signIn(context, await createMember(await createWorkplace("Quiet"), "viewer"));
  await page.goto(`${stack().baseUrl}/dashboard`);
  await page.getByRole("button", { name: "Notifications" }).click();
  await expect(page.getByText("No notifications yet.")).toBeVisible();
  await expectNoFaults(page);
});
