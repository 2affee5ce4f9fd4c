import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { expectNoFaults, layoutTag } from "./axe.ts";
import { createMember, createWorkplace, signIn, type Workplace } from "./members.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

const run = promisify(execFile);
let workplace: Workplace;

test.beforeAll(async () => {
  workplace = await createWorkplace("Lumen Ltd");
});

const open = (page: Page, path: string) => page.goto(`${stack().baseUrl}/dashboard/developers${path}`);
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("a key is created by keyboard alone, shown once, used, found in the request log, and revoked @desktop", async ({
  page,
  context,
}) => {
  const { complaints } = watch(page);
  await signIn(context, await createMember(workplace, "developer"));
  await open(page, "/keys");
  await page.getByRole("button", { name: "Create key" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  await dialog.getByLabel("Name").focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("A key must have at least one permission.")).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "Change settlement destinations" })).toBeDisabled();
  await dialog.getByLabel("Name").focus();
  await page.keyboard.type("Night shift");
  await dialog.getByRole("checkbox", { name: "Read payments" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Your new key" });
  const secret = (await shown.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^till_live_[\w-]{43}$/);
  await shown.getByRole("button", { name: "I've saved it" }).focus();
  await page.keyboard.press("Enter");
  await expect(shown).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: "Night shift" })).toContainText(
    `till_…${secret.slice(-4)}`,
  );
  expect(await page.content()).not.toContain(secret);

  const headers = { "Api-Key": secret, "Request-Id": "from-the-night-shift" };
  expect((await context.request.get(`${stack().baseUrl}/v1/payments`, { headers })).status()).toBe(200);
  expect((await context.request.get(`${stack().baseUrl}/v1/merchants?x=hunter2`, { headers })).status()).toBe(403);
  await open(page, "/requests");
  const requests = page.getByRole("list", { name: "Requests" }).getByRole("listitem");
  await page.getByLabel("Path or Request-Id").fill("night-shift");
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(requests).toHaveCount(2, { timeout: 500 });
  }).toPass();
  await expect(requests.first()).toContainText("/v1/merchants?x=***");
  await expect(requests.first()).toContainText("forbidden");
  await requests.first().locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(requests.first().getByText("Night shift")).toBeVisible();
  await expect(requests.first().getByRole("button", { name: "Copy Request-Id" })).toBeVisible();
  await expect(requests.first().getByText("API version")).toBeVisible();
  await page.getByLabel("Outcome").selectOption("2xx: succeeded");
  await expect(requests).toHaveCount(1);
  await expect(requests.first()).toContainText("/v1/payments");
  await page.getByLabel("Method").selectOption("POST");
  await expect(page.getByText("No matching requests")).toBeVisible();

  await open(page, "/keys");
  await page.getByRole("button", { name: "Revoke Night shift" }).click();
  await page.getByRole("dialog", { name: "Revoke Night shift?" }).getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Night shift" })).toContainText("Revoked");
  expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
});

test("a refused request shows the rule that each field breaks, without the value @desktop", async ({
  page,
  context,
}) => {
  const own = await createWorkplace("Refused Ltd");
  await signIn(context, await createMember(own, "developer"));
  const headers = { "Api-Key": own.apiKey, "Merchant-Id": own.merchantId, "Request-Id": "a-refused-one" };
  const data = { referenceId: "hunter2 <b>", amount: { unit: "iso4217/USD", value: "0" } };
  await context.request.post(`${stack().baseUrl}/v1/payments`, { headers, data });
  await open(page, "/requests");
  const request = page.getByRole("list", { name: "Requests" }).getByRole("listitem").first();
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(request).toContainText("params_validation", { timeout: 500 });
  }).toPass();
  await request.locator("summary").click();
  const field = request.getByRole("listitem").filter({ hasText: "referenceId" });
  await expect(field).toContainText("may contain only letters, digits, spaces");
  await expect(request.getByText("a-refused-one")).toBeVisible();
  await expect(request).not.toContainText("hunter2");
  await expect(request.getByRole("link", { name: "what it means" })).toHaveAttribute(
    "href",
    "/docs/errors#params_validation",
  );
  await expectNoFaults(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoFaults(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
});

test("the quick start's commands run as shown, once the key is filled in @desktop", async ({ page, context }) => {
  await signIn(context, await createMember(workplace, "viewer"));
  await open(page, "");
  const blocks = await page.locator("figure code").allTextContents();
  const lines = blocks.join("\n").replace(/API_KEY=till_…[\w-]{4}/, `API_KEY=${workplace.apiKey}`);
  expect(lines).toContain(workplace.merchantId);
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", lines]);
  expect(stdout).toContain(`${stack().baseUrl}/pay/pay_`);
  expect(stdout).toContain('"status":"requires_action"');
});

test("without a merchant or key, the quick start creates the merchant @desktop", async ({ page, context }) => {
  const other = await createWorkplace("Empty Ltd");
  const owner = await createMember(other, "owner");
  const headers = { "Api-Key": other.apiKey };
  await context.request.delete(`${stack().baseUrl}/v1/merchants/${other.merchantId}`, { headers });
  await signIn(context, owner);
  await open(page, "");
  const lines = (await page.locator("figure code").allTextContents()).join("\n");
  const { stdout } = await run("bash", [
    "-euo",
    "pipefail",
    "-c",
    lines.replace(/API_KEY=till_…[\w-]{4}/, `API_KEY=${other.apiKey}`),
  ]);
  expect(stdout).toContain('"status":"requires_action"');
});

test("apps, sites and the version: errors appear at their fields, and an upgrade is final", async ({
  page,
  context,
}) => {
  const own = await createWorkplace("Moving Ltd");
  await signIn(context, await createMember(own, "owner"));
  await open(page, "/apps");
  await page.getByRole("button", { name: "Create app" }).click();
  const dialog = page.getByRole("dialog", { name: "Create app" });
  await dialog.getByLabel("Name").fill("Purse");
  await dialog.getByLabel("Icon URL").fill("http://wallet.example/icon.png");
  await dialog.getByRole("button", { name: "Create app" }).click();
  await expect(dialog.getByLabel("Icon URL")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Icon URL").fill("");
  await dialog.getByRole("button", { name: "Create app" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Purse" })).toContainText("app_");
  const origins = page.getByLabel("Origins, one per line");
  await origins.fill("https://shop.example\nhttps://*.example");
  await page.getByRole("button", { name: "Save origins" }).click();
  await expect(page.getByText("https://*.example must be an origin such as https://shop.example")).toBeVisible();
  await origins.fill("https://Shop.example/");
  await page.getByRole("button", { name: "Save origins" }).click();
  await expect(origins).toHaveValue("https://shop.example");
  await expect(page.getByText("Saved. Applies from the next page load.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save origins" })).toBeFocused();
  expect(await overflow(page)).toBe(0);

  await open(page, "/version");
  await page.getByRole("button", { name: "Upgrade to this version" }).click();
  await page.getByRole("button", { name: "Upgrade version" }).click();
  await expect(page.getByText("Latest")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`has no axe violations and no horizontal scroll: ${colorScheme} ${layoutTag(colorScheme)}`, async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(context, await createMember(workplace, "owner"));
    for (const path of ["", "/keys", "/apps", "/requests", "/version"]) {
      await open(page, path);
      await expectNoFaults(page);
      expect(await overflow(page)).toBe(0);
    }
    await page.getByRole("button", { name: "Upgrade to this version" }).click();
    await expectNoFaults(page);
    await open(page, "/keys");
    await page.getByRole("button", { name: "Create key" }).click();
    await expectNoFaults(page);
    await page.keyboard.press("Escape");
    await page
      .getByRole("button", { name: /^Revoke/ })
      .first()
      .click();
    await expectNoFaults(page);
    await open(page, "/apps");
    await page.getByRole("button", { name: "Create app" }).click();
    await expectNoFaults(page);
  });
}

test("a viewer sees everything except the request log, and no write buttons @desktop", async ({ page, context }) => {
  await signIn(context, await createMember(workplace, "viewer"));
  for (const path of ["/keys", "/apps", "/version"]) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: /Create|Revoke|Save|Upgrade/ })).toHaveCount(0);
  }
  await expect(page.getByRole("link", { name: "Requests" })).toHaveCount(0);
  await open(page, "/requests");
  await expect(page.getByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
});
