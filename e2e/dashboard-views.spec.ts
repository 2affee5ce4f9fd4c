import { expect, type Page, test } from "@playwright/test";
import { withConnection } from "#scripts/postgres/connection.ts";
import { expectAccessible, picture } from "./look.ts";
import { createMember, createWorkplace, signIn, type Workplace } from "./members.ts";
import { createPayment, insertPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { expectAmountsInside } from "./table-edges.ts";
import { watch } from "./watch.ts";

const url = (path = "") => `${stack().baseUrl}/dashboard/payments${path}`;
const rows = (page: Page) => page.getByRole("row").filter({ hasText: "SECRET-ORDER-7" });
const panel = (page: Page) => page.getByRole("dialog", { name: "Saved views" });

async function deleteMerchant({ apiKey, merchantId }: Workplace): Promise<void> {
  const response = await fetch(`${stack().baseUrl}/v1/merchants/${merchantId}`, {
    method: "DELETE",
    headers: { "Api-Key": apiKey },
  });
  expect(response.status).toBe(200);
}

test("a member saves, opens, changes, renames and deletes views, by keyboard, and has them on another device", async ({
  page,
  context,
  browser,
}, { project }) => {
  const { complaints } = watch(page);
  const workplace = await createWorkplace();
  await createPayment(undefined, workplace);
  await insertPayment({ status: "failed" }, workplace);
  const member = await createMember(workplace, "viewer");
  await signIn(context, member);
  await page.goto(url());
  const menu = page.getByRole("button", { name: /^Views?\b/ });
  await menu.press("Enter");
  await expect(panel(page)).toContainText("Only you see your views.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();

  await page.goto(url("?status=failed&sort=amount"));
  await menu.press("Enter");
  await panel(page).getByRole("button", { name: "Save as new view…" }).press("Enter");
  const name = panel(page).getByLabel("Name of the view");
  await expect(name).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription("Enter the name of the view.");
  await name.fill("فشل المدفوعات الكبيرة جدا في هذا الشهر وما قبله");
  await picture(page, "views-save", project.name);
  await page.keyboard.press("Enter");
  const edit = panel(page).getByRole("button", { name: "Edit view" });
  await expect(edit).toBeVisible();
  await expect(panel(page).getByRole("link", { name: "المدفوعات" })).toHaveAttribute("aria-current", "true");
  await expectAccessible(page);
  await picture(page, "views-list", project.name);

  await edit.press("Enter");
  await expect(name).toBeFocused();
  await name.fill("Failed");
  await picture(page, "views-edit", project.name);
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("link", { name: "Failed" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveText("View: Failed");

  await page.getByRole("searchbox", { name: "Search payments" }).fill("secret");
  await expect(menu).toHaveText("View: Failed (changed)");
  await menu.click();
  await panel(page).getByRole("button", { name: "Save as new view…" }).click();
  await name.fill("Failed");
  await panel(page).getByRole("button", { name: "Save view" }).click();
  await expect(name).toHaveAccessibleDescription("Name of the view is already the name of one of your views.");
  await panel(page).getByRole("button", { name: "Cancel" }).click();
  await panel(page).getByRole("button", { name: "Update “Failed” to these filters" }).click();
  await expect(panel(page).getByRole("link", { name: "Failed" })).toHaveAttribute("aria-current", "true");
  await panel(page).getByRole("link", { name: "All payments" }).click();
  await expect(page).toHaveURL(url());
  await expect(rows(page)).toHaveCount(3);

  const other = await browser.newContext({ viewport: page.viewportSize() });
  await signIn(other, member);
  const elsewhere = await other.newPage();
  await elsewhere.goto(url());
  await elsewhere.getByRole("button", { name: "Views" }).click();
  await panel(elsewhere).getByRole("link", { name: "Failed" }).click();
  await expect(elsewhere).toHaveURL(url("?status=failed&search=secret&sort=amount"));
  await expect(rows(elsewhere)).toHaveCount(1);
  const shared = elsewhere.url();
  await other.close();

  await menu.click();
  await panel(page).getByRole("button", { name: "Edit view Failed" }).click();
  await panel(page).getByRole("button", { name: "Delete view" }).click();
  await panel(page).getByRole("button", { name: "Delete permanently" }).click();
  await expect(panel(page).getByRole("link")).toHaveText(["All payments"]);

  // The URL works for other members, without the view.
  await context.clearCookies();
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(shared);
  await expect(rows(page)).toHaveCount(1);
  await expect(menu).toHaveText("Views");
  // The form was sent with an error on purpose, and signing out ends the session of the open page.
  expect(complaints.filter((text) => !/status of 40[01]/.test(text))).toEqual([]);
});

test("a view of a deleted merchant opens, says so, and still lists its payments", async ({ page, context }, {
  project,
}) => {
  const { complaints } = watch(page);
  const workplace = await createWorkplace();
  await insertPayment({ status: "failed" }, workplace);
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url(`?merchant=${workplace.merchantId}&status=failed`));
  await page.getByRole("button", { name: /^Views?\b/ }).click();
  await panel(page).getByRole("button", { name: "Save as new view…" }).click();
  await panel(page).getByLabel("Name of the view").fill("Lumen");
  await panel(page).getByRole("button", { name: "Save view" }).click();
  await expect(panel(page).getByRole("link", { name: "Lumen" })).toBeVisible();
  await deleteMerchant(workplace);
  await page.goto(url());
  await page.getByRole("button", { name: "Views" }).click();
  await panel(page).getByRole("link", { name: "Lumen" }).click();
  await expect(page.getByText("A merchant in this filter was deleted or never existed")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expectAccessible(page);
  await picture(page, "views-deleted", project.name);
  await page.getByRole("button", { name: "Merchant" }).click();
  await page.getByRole("checkbox", { name: workplace.merchantId }).click();
  await expect(page).toHaveURL(url("?status=failed"));
  expect(complaints).toEqual([]);
});

test("a member shows and hides columns, and every choice fits or scrolls under the amount", async ({
  page,
  context,
}) => {
  const { complaints } = watch(page);
  const workplace = await createWorkplace();
  const model = await insertPayment({ status: "failed" }, workplace);
  await withConnection(stack().databaseUrl, async (client) => {
    await client.query("UPDATE merchant SET name = $2 WHERE id = $1", [
      workplace.merchantId,
      "Grand Hôtel W".repeat(7),
    ]);
    const change = {
      id: model.replace(/.{4}$/, "0000"),
      reference_id: "INVOICE/2026-11/WWWWWWWWW:000000042",
      value: "9".repeat(20),
      token_amount: "9".repeat(24),
      token_fee: "0",
      status: "processing",
      buyer_account: "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
      token_asset: "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    };
    const copy = "INSERT INTO payment SELECT (jsonb_populate_record(p, $2::jsonb)).* FROM payment p WHERE id = $1";
    await client.query(copy, [model, JSON.stringify(change)]);
  });
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url());
  const headings = page.getByRole("columnheader");
  await expect(headings).toHaveCount(6);
  await page.getByRole("button", { name: "Columns" }).press("Enter");
  const choice = (name: string) => page.getByRole("checkbox", { name, exact: true });
  await choice("Buyer").check();
  await choice("Payment ID").check();
  await expect(headings).toHaveCount(8);
  await expectAccessible(page);
  await picture(page, "columns", "desktop");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Columns" })).toBeFocused();
  for (const width of [640, 768, 1024, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAmountsInside(page, width);
    await picture(page, `columns-all-${width}`, "desktop");
  }
  await page.reload();
  await expect(headings).toHaveCount(8);
  await page.getByRole("button", { name: "Columns" }).click();
  const isSaved = page.waitForResponse(
    (response) =>
      response.url().includes("payments.setColumns") && response.request().postDataJSON().columns?.length === 0,
  );
  for (const name of ["Created", "Status", "Merchant", "Paid with", "Buyer", "Payment ID"])
    await choice(name).uncheck();
  await expect(headings).toHaveText(["Reference", /^Amount/]);
  await page.keyboard.press("Escape");
  await picture(page, "columns-none", "desktop");
  await isSaved;
  await page.reload();
  await expect(headings).toHaveCount(2);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Reset to default" }).click();
  await expect(headings).toHaveCount(6);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: "Columns" })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a choice of columns survives leaving the page before the server has it @desktop", async ({ page, context }) => {
  const workplace = await createWorkplace();
  await insertPayment({ status: "failed" }, workplace);
  const member = await createMember(workplace, "viewer");
  await signIn(context, member);
  await page.goto(url());
  const headings = page.getByRole("columnheader");
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name, exact: true }).click();
    await page.keyboard.press("Escape");
  };
  const stored = () =>
    withConnection(stack().databaseUrl, async (client) => {
      const select = `SELECT payment_columns AS columns FROM "user" WHERE email = $1`;
      return (await client.query<{ columns: string[] }>(select, [member.email])).rows[0]?.columns;
    });
  // Requests wait for as long as the page is open.
  await page.route("**/payments.setColumns", () => undefined);
  await choose("Buyer");
  await choose("Payment ID");
  await expect(headings).toHaveCount(8);
  await page.reload();
  await expect(headings).toHaveCount(8);
  await page.unroute("**/payments.setColumns");
  await page.reload();
  await expect.poll(stored).toEqual(["created", "status", "merchant", "paid", "buyer", "paymentId"]);

  // The first request waits, the next one is sent while the page is left.
  let requests = 0;
  await page.route("**/payments.setColumns", (route) => {
    requests += 1;
    return requests === 1 ? undefined : route.continue();
  });
  await choose("Buyer");
  await choose("Paid with");
  await page.goto("about:blank");
  await expect.poll(stored).toEqual(["created", "status", "merchant", "paymentId"]);
});
