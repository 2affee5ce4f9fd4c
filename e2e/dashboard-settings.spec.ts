import { expect, type Page, test } from "@playwright/test";
import { expectNoFaults, layoutTag } from "./axe.ts";
import { createMember, createRecordedWorkplace, createWorkplace, signIn, type Workplace } from "./members.ts";
import { stack } from "./stack.ts";

let workplace: Workplace;

test.beforeAll(async () => {
  workplace = await createWorkplace("Lumen Ltd");
});

const open = (page: Page, path: string) => page.goto(`${stack().baseUrl}/dashboard/settings${path}`);

test("an admin's changes are in the audit log with the values before", async ({ page, context }, { project }) => {
  const own = await createRecordedWorkplace("First name");
  const admin = await createMember(own, "admin");
  await signIn(context, admin);
  await open(page, "");
  const name = page.getByLabel("Company name");
  await name.fill(" ");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await name.fill("Second name");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Second name", { exact: true })).toBeVisible();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save name" })).toBeFocused();

  await page.getByLabel("From a minimum amount").check();
  await page.getByLabel("Amount", { exact: true }).fill("1,000");
  await page.getByLabel("Responsible company").fill("Acme Ltd");
  await page.getByLabel("Terms").fill("https://acme.example/terms");
  await page.getByLabel("Privacy policy").fill("https://acme.example/privacy");
  await page.getByRole("button", { name: "Save policy" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Amount", { exact: true }).fill("1000");
  await page.getByRole("button", { name: "Save policy" }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("1000.00");
  await expect(page.getByText("Saved.")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Save policy" })).toBeFocused();

  await open(page, "/audit");
  const changes = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(changes.nth(0)).toContainText(`${admin.email} turned on buyer details`);
  await expect(changes.nth(1)).toContainText(`${admin.email} changed the company`);
  await changes.nth(1).locator("summary").click();
  await expect(changes.nth(1).locator("del")).toHaveText("before: First name");
  await expect(changes.nth(1).locator("ins")).toHaveText("after: Second name");
  await page.getByLabel("Who").selectOption("The operator");
  await expect(changes.first()).toContainText("Operator (npm run partner)");
  await page.getByLabel("Who").selectOption("Any API key");
  await expect(changes).toHaveCount(1);
  await expect(changes).toContainText("API key First key created the merchant Café Lumen");
  await page.getByLabel("Id").fill("mrch_none");
  await expect(page.getByText("No matching changes")).toBeVisible();
  expect(project.name).toMatch(/phone|desktop/);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`has no axe violations and no horizontal scroll: ${colorScheme} ${layoutTag(colorScheme)}`, async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(context, await createMember(workplace, "owner"));
    await open(page, "");
    await page.getByLabel("From a minimum amount").check();
    await page.getByRole("button", { name: "Save policy" }).click();
    await expect(page.getByLabel("Amount", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expectNoFaults(page);
    await open(page, "/audit");
    await page.locator("summary").first().click();
    await expectNoFaults(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
}

test("a viewer can't change settings or read the audit log @desktop", async ({ page, context }) => {
  await signIn(context, await createMember(workplace, "viewer"));
  await open(page, "");
  await expect(page.getByText("Buyers aren't asked for any details.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await page.goto(`${stack().baseUrl}/dashboard/settings/audit`);
  await expect(page.getByRole("heading", { name: "You don't have access to this page" })).toBeVisible();
  await expect(page.getByText("Your role (viewer) doesn't include it. Ask an owner or admin.")).toBeVisible();
});
