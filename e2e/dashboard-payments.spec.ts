import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { pay } from "#scripts/pay/pay.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { expectNoFaults, layoutTag } from "./axe.ts";
import { createBuyer } from "./buyers.ts";
import { createMember, createWorkplace, signIn, type Workplace } from "./members.ts";
import { callApi, createPayment, insertPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { tabTo } from "./tab-to.ts";
import { expectAmountsInside } from "./table-edges.ts";
import { watch } from "./watch.ts";

const url = (path = "") => `${stack().baseUrl}/dashboard/payments${path}`;
const row = (page: Page, name: RegExp | string) => page.getByRole("row").filter({ hasText: name });

async function cancel({ apiKey }: Workplace, paymentId: string): Promise<void> {
  const response = await fetch(`${stack().baseUrl}/v1/payments/${paymentId}/cancel`, {
    method: "POST",
    headers: { "Api-Key": apiKey },
  });
  expect(response.status).toBe(200);
}

/** Copies a payment many times; newest first they are `BULK-1`, `BULK-2` and so on. */
async function multiply(model: string, count: number): Promise<void> {
  const copy = `INSERT INTO payment SELECT (jsonb_populate_record(p, jsonb_build_object(
      'id', 'pay_0' || upper(substr(md5(p.id || n), 1, 25)), 'reference_id', 'BULK-' || n,
      'created_at', p.created_at - n * interval '1 minute'))).*
    FROM payment p, generate_series(1, $2) n WHERE p.id = $1`;
  await withConnection(stack().databaseUrl, (client) => client.query(copy, [model, count]));
}

test("search, filters and sorting are in the URL and survive a reload", async ({ page, context }) => {
  const { complaints } = watch(page);
  const workplace = await createWorkplace();
  await createPayment({ unit: "iso4217/EUR", value: "990" }, workplace);
  await insertPayment({ status: "failed" }, workplace);
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments");
  await expect(page.getByRole("link", { name: "Create payment" })).toHaveCount(0);
  await expect(row(page, "SECRET-ORDER-7")).toHaveCount(3);
  await tabTo(page.getByRole("button", { name: "Status" }));
  await page.keyboard.press("Enter");
  await tabTo(page.getByRole("checkbox", { name: "Failed" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Status: Failed" })).toBeFocused();
  await expect(row(page, "SECRET-ORDER-7")).toHaveCount(1);
  await expect(page).toHaveURL(url("?status=failed"));
  await page.getByRole("button", { name: "Merchant" }).click();
  await page.getByRole("searchbox", { name: "Search merchants" }).fill("lumen");
  await page.getByRole("checkbox", { name: "Café Lumen" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search payments" }).fill("OR");
  await expect(page.getByText("Type at least 3 characters.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search payments" }).fill("order");
  await expect(page).toHaveURL(url(`?status=failed&merchant=${workplace.merchantId}&search=order`));
  await page.reload();
  await expect(page.getByRole("button", { name: "Merchant: Café Lumen" })).toBeVisible();
  await expect(row(page, "SECRET-ORDER-7")).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search payments" }).fill("nowhere");
  await expect(page.getByText("No matching payments")).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(row(page, "SECRET-ORDER-7")).toHaveCount(3);
  await page.goto(url("?status=paid"));
  await expect(page.locator("main").getByRole("alert")).toContainText("statuses.0");
  // The invalid filter above is rejected with 400 on purpose.
  expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
});

test("every column fits, or scrolls under the amount @desktop", async ({ page, context }) => {
  const workplace = await createWorkplace();
  const model = await insertPayment({ status: "failed" }, workplace);
  const change = {
    id: model.replace(/.{4}$/, "0000"),
    reference_id: "INVOICE/2026-11/WWWWWWWWW:000000042",
    value: "9".repeat(20),
  };
  await withConnection(stack().databaseUrl, async (client) => {
    await client.query("UPDATE merchant SET name = $2 WHERE id = $1", [
      workplace.merchantId,
      "Grand Hôtel W".repeat(7),
    ]);
    const copy = "INSERT INTO payment SELECT (jsonb_populate_record(p, $2::jsonb)).* FROM payment p WHERE id = $1";
    await client.query(copy, [model, JSON.stringify(change)]);
  });
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url());
  const amounts = page.getByRole("cell", { name: "USD" });
  await expect(amounts).toHaveCount(3);
  for (const width of [640, 768, 1024, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAmountsInside(page, width);
  }
});

test("changes appear in place, and new payments on demand", async ({ page, context }) => {
  const workplace = await createWorkplace();
  const { paymentId } = await createPayment(undefined, workplace);
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url());
  await expect(row(page, "Open")).toHaveCount(1);
  await cancel(workplace, paymentId);
  await expect(row(page, "Cancelled")).toHaveCount(1);
  await createPayment(undefined, workplace);
  await expect(row(page, "SECRET-ORDER-7")).toHaveCount(1);
  await page.getByRole("button", { name: "1 new payment" }).click();
  await expect(row(page, "SECRET-ORDER-7")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "1 new payment" })).toHaveCount(0);
});

test("a long list keeps few rows in the page in both directions @desktop", async ({ page, context }) => {
  const workplace = await createWorkplace();
  await multiply(await insertPayment({ status: "failed" }, workplace), 2_300);
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url("?search=bulk"));
  const bulk = (number: number) => page.getByRole("link", { name: `BULK-${number}`, exact: true });
  await expect(bulk(1)).toBeVisible();
  const scroll = async (end: "bottom" | "top") =>
    page.evaluate((top) => scrollTo(0, top ? 0 : document.documentElement.scrollHeight), end === "top");
  await expect(async () => {
    await scroll("bottom");
    await expect(bulk(2_300)).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [50] });
  expect(await page.getByRole("row").count()).toBeLessThan(700);
  await expect(async () => {
    await scroll("top");
    await expect(bulk(1)).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [50] });
});

test("a new payment is announced below the table's head, and clearing filters takes no line of its own @desktop", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  await createPayment(undefined, workplace);
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url("?status=requires_action,processing&from=2026-01-01&token=USDC,EURC&network=8453,56"));
  const top = async (name: string) => (await page.getByRole("button", { name }).boundingBox())?.y;
  expect(await top("Clear all")).toBe(await top("Views"));
  await page.goto(url());
  await expect(row(page, "SECRET-ORDER-7")).toHaveCount(1);
  await createPayment(undefined, workplace);
  const pill = await page.getByRole("button", { name: "1 new payment" }).boundingBox();
  const head = await page.getByRole("columnheader", { name: "Amount" }).boundingBox();
  expect(pill?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0));
  const corner = await page
    .getByRole("button", { name: "1 new payment" })
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).borderRadius));
  expect(corner).toBeGreaterThanOrEqual((pill?.height ?? 0) / 2);
});

test("figures are zero where nothing was paid, whatever the filter", async ({ page, context }) => {
  const workplace = await createWorkplace();
  await createPayment(undefined, workplace);
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url("?status=requires_action"));
  for (const name of ["Revenue", "Fees", "Refunded", "Net revenue"]) {
    const figure = page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
    await expect(figure.locator("dd")).toHaveText("0");
  }
});

test("on a phone, the filters are behind one button, and the list starts on the first screen @phone", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  await createPayment(undefined, workplace);
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url());
  const first = row(page, "SECRET-ORDER-7").first();
  await expect(first).toBeVisible();
  expect((await first.boundingBox())?.y).toBeLessThan(420);
  const status = page.getByRole("button", { name: "Status" });
  await expect(status).toBeHidden();
  await page.getByRole("button", { name: "Filters" }).click();
  await status.click();
  await page.getByRole("checkbox", { name: "Failed" }).check();
  await page.getByRole("checkbox", { name: "Expired" }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No matching payments")).toBeVisible();
  await page.getByRole("button", { name: "Filters (1)" }).click();
  await expect(status).toBeHidden();
  const chosen = page.getByRole("list", { name: "Chosen filters" }).getByRole("listitem");
  await expect(chosen).toHaveText([/Failed$/, /Expired$/]);
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Remove the filter Failed" }).click();
  await expect(chosen).toHaveText([/Expired$/]);
  await expect(page.getByRole("button", { name: "Filters (1)" })).toBeFocused();
  await expect(page).toHaveURL(/status=expired$/);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(first).toBeVisible();
  await expect(page.getByRole("button", { name: "Filters", exact: true })).toBeVisible();
});

test("a payment without a reference, with items, and with an unusual amount is created, and its link shared @desktop", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  for (let number = 0; number < 5; number += 1) await insertPayment({ status: "succeeded" }, workplace);
  await signIn(context, await createMember(workplace, "developer"));
  await page.goto(url(`/new?merchant=${workplace.merchantId}`));
  await page.getByLabel("Amount").fill("99000");
  await page.getByRole("button", { name: "Add line items" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Ten machines");
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByLabel("Total")).toHaveAccessibleDescription("Enter a total.");
  await expect(page.getByLabel("Total")).toBeFocused();
  await page.getByLabel("Total").fill("99000");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByText(/^Amount is more than|The amount is more than 10 times/)).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Create anyway" }).click();
  await expect(page.getByRole("heading", { name: "Payment created" })).toBeVisible();
  await expect(page.getByText(/^P-[0-9A-F]{8}$/)).toBeVisible();
  await page.evaluate(() => Object.assign(navigator, { share: undefined }));
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("button", { name: "Link copied" })).toBeVisible();
  await page.evaluate(() => {
    const share = async ({ url: shared }: { url: string }) => {
      document.title = shared;
    };
    Object.assign(navigator, { share });
  });
  await page.getByRole("button", { name: "Link copied" }).click();
  await expect(page).toHaveTitle(/\/pay\/pay_/);
});

test("a payment is created once, by keyboard alone, with a readable QR code", async ({ page, context }) => {
  const workplace = await createWorkplace();
  await signIn(context, await createMember(workplace, "developer"));
  await page.goto(url(`/new?merchant=${workplace.merchantId}`));
  await expect(page.getByLabel("Merchant", { exact: true })).toHaveValue(workplace.merchantId);
  await page.getByLabel("Reference").focus();
  await page.keyboard.type("50%");
  await tabTo(page.getByLabel("Amount"));
  await page.keyboard.type("1.001");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Reference")).toHaveAccessibleDescription(/may contain only letters, digits, spaces/);
  await expect(page.getByLabel("Reference")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("TABLE 7");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Amount")).toHaveAccessibleDescription(/at most 2 decimals in USD/);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("24.90");
  await page.getByRole("button", { name: "Create payment" }).dblclick();
  await expect(page.getByRole("heading", { name: "Payment created" })).toBeVisible();
  const link = await page.locator("code").filter({ hasText: "/pay/" }).textContent();
  const [png] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PNG" }).click()]);
  expect(png.suggestedFilename()).toBe("payment-TABLE-7.png");
  const { data, info } = await sharp(await png.path())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQR({ data: new Uint8Array(data), width: info.width, height: info.height })).toBe(link);
  const [svg] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "SVG" }).click()]);
  expect(await readFile(await svg.path(), "utf8")).toMatch(/^<svg/);
  await page.getByRole("link", { name: "View payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("24.90 USD");
  await page.goto(url());
  await expect(row(page, "TABLE 7")).toHaveCount(1);
});

test("a payment to a merchant without a destination carries a warning on the form, its link and its page @desktop", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  await signIn(context, await createMember(workplace, "admin"));
  const warning = page.getByRole("status").filter({ hasText: "Café Lumen has no settlement destination" });
  await page.goto(url("/new"));
  await expect(warning).toBeVisible();
  await page.getByLabel("Reference").fill("ORDER-8");
  await page.getByLabel("Description").fill("Two tickets for the opening");
  await page.getByLabel("Amount").fill("24.90");
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment created" })).toBeVisible();
  await expect(warning).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("link", { name: "View payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Open");
  await expect(warning).toBeVisible();
  await expect(page.getByText("Two tickets for the opening")).toBeVisible();

  const qr = page.getByRole("img", { name: "QR code of the payment link" });
  await expect(qr).toBeVisible();
  await cancel(workplace, page.url().split("/").at(-1) ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cancelled");
  await expect(qr).toHaveCount(0);
  await expect(page.getByText("Buyers who open it see the outcome.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy Payment link" })).toBeVisible();
  await page.goto(`${stack().baseUrl}/dashboard/developers`);
  await expect(warning).toBeVisible();
});

test("a payment that no buyer could pay isn't created, and one that no buyer can pay any more says so @desktop", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  const { merchantId } = workplace;
  const accept = (onlySettleableTokens: boolean) =>
    callApi(workplace, "PATCH", `/v1/merchants/${merchantId}`, { onlySettleableTokens });
  await signIn(context, await createMember(workplace, "admin"));
  await accept(true);
  await page.goto(url(`/new?merchant=${merchantId}`));
  await expect(page.getByRole("status").filter({ hasText: "Buyers can't pay it yet" })).toBeVisible();
  await page.getByLabel("Reference").fill("ORDER-8");
  await page.getByLabel("Amount").fill("24.90");
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByLabel("Merchant", { exact: true })).toHaveAccessibleDescription(
    /add a settlement destination/,
  );
  await expectNoFaults(page);
  await accept(false);
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByText("is ready to be paid")).toBeVisible();
  await accept(true);
  await expect(page.getByText("Buyers can't pay this payment yet.")).toBeVisible();
  await expect(page.getByText("is ready to be paid")).toHaveCount(0);
  await expect(page.locator("code").filter({ hasText: "/pay/" })).toHaveCount(0);
  await expectNoFaults(page);
  await page.getByRole("link", { name: "View payment" }).click();
  await expect(page.getByText("Buyers can't pay this payment yet.")).toBeVisible();
  await accept(false);
  await expect(page.getByText("Buyers can't pay this payment yet.")).toHaveCount(0);
});

test("the page with a new payment's link follows it until it is paid @layout", async ({ page, context }) => {
  const workplace = await createWorkplace();
  await signIn(context, await createMember(workplace, "developer"));
  await page.goto(url(`/new?merchant=${workplace.merchantId}`));
  await page.getByLabel("Reference").fill("TABLE 9");
  await page.getByLabel("Amount").fill("4.50");
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByText("TABLE 9 is ready to be paid.")).toBeVisible();
  const link = (await page.locator("code").filter({ hasText: "/pay/" }).textContent()) ?? "";
  const { privateKey } = await createBuyer([8453]);
  await pay({ link, appId: stack().appId, privateKey });
  await expect(page.getByRole("status").getByRole("heading", { name: "Paid 4.50 USD" })).toBeVisible();
  await expect(page.getByText(/The buyer paid TABLE 9 with 4\.50\sUSDC on Base\./)).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the payment link" })).toHaveCount(0);
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Create another payment" }).click();
  await expect(page.getByLabel("Reference")).toHaveValue("");
});

test("the way to the settlements keeps the merchants and dates, and names the filters that it drops @desktop", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url(`?status=failed&merchant=${workplace.merchantId}&from=2026-01-01&search=order`));
  await page.getByRole("button", { name: "Settlement", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Settlement" });
  await expect(panel).toContainText("They can't be filtered by search and status.");
  await expectNoFaults(page);
  await panel.getByRole("link", { name: "Held" }).click();
  await expect(page).toHaveURL(/settlements\?/);
  const kept = Object.fromEntries(new URL(page.url()).searchParams);
  expect(kept).toEqual({ state: "held", merchant: workplace.merchantId, from: "2026-01-01" });
});

test("the export and the columns stay when the totals fail, and a list that loads shows it @desktop", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  await createPayment(undefined, workplace);
  await signIn(context, await createMember(workplace, "viewer"));
  await page.route("**/dashboard/data/payments.statistics*", (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto(url());
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByRole("checkbox", { name: "Open" }).check();
  await expect(page.getByText("The totals couldn't be loaded.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Columns" })).toBeVisible();

  const lists = { customers: "customers.list", settlements: "settlements.list" };
  for (const [path, name] of Object.entries(lists)) {
    let deliver = () => {};
    const delivered = new Promise<void>((resolve) => (deliver = resolve));
    await page.route(`**/dashboard/data/${name}*`, (route) => delivered.then(() => route.continue()));
    await page.goto(`${stack().baseUrl}/dashboard/${path}`);
    await page.getByRole("button", { name: "Merchant" }).click();
    await page.getByRole("checkbox", { name: "Café Lumen" }).check();
    await expect(page.getByText(`Loading ${path}`)).toBeAttached();
    deliver();
    await expect(page.getByText(`Loading ${path}`)).toHaveCount(0);
  }
});

test("a payment is cancelled, and others' changes are announced", async ({ page, context }) => {
  const workplace = await createWorkplace();
  const [mine, others] = [await createPayment(undefined, workplace), await createPayment(undefined, workplace)];
  await signIn(context, await createMember(workplace, "admin"));
  await page.goto(url(`/${mine.paymentId}`));
  await tabTo(page.getByRole("button", { name: "Cancel payment" }));
  await page.keyboard.press("Enter");
  await tabTo(page.getByRole("dialog").getByRole("button", { name: "Cancel payment" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cancelled");
  await expect(page.getByText("By the merchant, in the dashboard or through the API.")).toBeVisible();
  await page.goto(url(`/${others.paymentId}`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Open");
  await cancel(workplace, others.paymentId);
  await expect(page.getByRole("status").filter({ hasText: "The payment was cancelled." })).toBeAttached();
});

test("a payment succeeds live, and marking it as refunded sends no money", async ({ page, context }) => {
  const workplace = await createWorkplace();
  const { paymentId, gatewayUrl } = await createPayment(undefined, workplace);
  await signIn(context, await createMember(workplace, "admin"));
  await page.goto(url(`/${paymentId}`));
  await expect(page.getByRole("button", { name: "Refund" })).toHaveCount(0);
  const { privateKey } = await createBuyer([8453]);
  await pay({ link: gatewayUrl, appId: stack().appId, privateKey });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Succeeded");
  await expect(page.getByRole("status").filter({ hasText: "The payment has succeeded." })).toBeAttached();
  await expect(page.getByRole("link", { name: /Base explorer/ }).first()).toHaveAttribute("href", /basescan\.org/);
  await expect(page.getByText("The merchant had no settlement destination for this token")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send payout" })).toHaveCount(0);
  await tabTo(page.getByRole("button", { name: "Refund" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Return it from the treasury" })).toBeChecked();
  await tabTo(page.getByRole("radio", { name: "Return it from the treasury" }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Mark as refunded" })).toBeChecked();
  await expect(page.getByRole("dialog")).toContainText("This doesn't send any money");
  await tabTo(page.getByRole("dialog").getByRole("button", { name: "Mark as refunded" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Refunded");
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Succeeded");
  await expect(page.getByRole("list", { name: "Progress" }).getByRole("listitem").last()).toContainText("Refunded");
  await expect(page.getByText("Refunded in full")).toBeVisible();
  await signIn(context, await createMember(workplace, "viewer"));
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Refunded");
  await page.goto(url());
  await expect(row(page, "SECRET-ORDER-7")).toContainText("Refunded");
  await expect(row(page, "SECRET-ORDER-7")).not.toContainText("Succeeded");
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByRole("checkbox", { name: "Partly refunded" }).check();
  await expect(page.getByText("No matching payments")).toBeVisible();
  await page.getByRole("checkbox", { name: "Refunded", exact: true }).check();
  await expect(row(page, "SECRET-ORDER-7")).toHaveCount(1);
});

test("the export follows the filters and contains no other partner's payments @desktop", async ({ page, context }) => {
  const workplace = await createWorkplace();
  const { paymentId } = await createPayment(undefined, workplace);
  await insertPayment({ status: "failed" }, workplace);
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url("?status=requires_action"));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",", 1).join())).toEqual([expect.stringMatching(/^pay_/), paymentId]);
  const stranger = await createWorkplace();
  await signIn(context, await createMember(stranger, "owner"));
  expect((await page.goto(url(`/${paymentId}`)))?.status()).toBe(404);
  const foreign = await context.request.get(url(`/export?merchant=${workplace.merchantId}`));
  expect((await foreign.text()).trimEnd().split("\r\n")).toHaveLength(1);
  await context.clearCookies();
  expect((await context.request.get(url("/export"))).status()).toBe(401);
});

for (const theme of ["light", "dark"] as const) {
  test(`has no axe violations: ${theme} ${layoutTag(theme)}`, async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const workplace = await createWorkplace();
    const { paymentId } = await createPayment(undefined, workplace);
    await signIn(context, await createMember(workplace, "owner"));
    await page.goto(url());
    await expect(row(page, "SECRET-ORDER-7")).toHaveCount(1);
    await expectNoFaults(page);
    const filters = page.getByRole("button", { name: "Filters" });
    if (await filters.isVisible()) await filters.click();
    for (const name of ["Status", "Date", "Merchant"]) {
      await page.getByRole("button", { name }).click();
      await expectNoFaults(page);
      await page.keyboard.press("Escape");
    }
    await page.goto(url(`/${paymentId}`));
    await expectNoFaults(page);
    await page.getByRole("button", { name: "Cancel payment" }).click();
    await expectNoFaults(page);
    await page.goto(url("/new"));
    await page.getByRole("button", { name: "Create payment" }).click();
    await expect(page.getByLabel("Amount")).toHaveAccessibleDescription("Enter an amount.");
    await expectNoFaults(page);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
  });
}
