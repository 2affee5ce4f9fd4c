import { expect, type Page, test } from "@playwright/test";
import { withConnection } from "#scripts/postgres/connection.ts";
import { expectNoFaults } from "./axe.ts";
import { expectAccessible } from "./look.ts";
import { createMember, createWorkplace, signIn, type Workplace } from "./members.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

const themes = ["light", "dark"] as const;

/** Inserts payments of the last three days. Succeeded ones have no transaction on chain. */
async function writePayments({ partnerId, merchantId }: Workplace): Promise<void> {
  const text = `INSERT INTO payment (id, partner_id, merchant_id, reference_id, status, version, unit, value, fiat_currency,
      fiat_value, amount_rank, fee_currency, fee_fixed, fee_ppm, fee_total, created_at, updated_at, expires_at,
      succeeded_at, buyer_account, token_asset, token_amount, token_fee, tx_hash, tx_nonce)
    SELECT 'pay_0' || upper(substr(md5($1 || n), 1, 25)), $1, $2, 'ORDER-' || n, 
      CASE WHEN n % 4 > 0 THEN 'succeeded' ELSE 'expired' END::payment_status, 2, 'iso4217/USD', n * 1000, 'USD', n * 1000,
      n * 10000000, 'USD', 0, 0, 0, at, at, at + interval '15 min', CASE WHEN n % 4 > 0 THEN at END,
      CASE WHEN n % 4 > 0 THEN (ARRAY['eip155:8453:0x', 'eip155:56:0x'])[(n % 3 = 0)::int + 1]
        || lpad((n % 3)::text, 40, '0') END,
      CASE WHEN n % 4 > 0 THEN (ARRAY['eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        'eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955'])[(n % 3 = 0)::int + 1] END,
      CASE WHEN n % 4 > 0 THEN n * 10000000 END, CASE WHEN n % 4 > 0 THEN 0 END,
      CASE WHEN n % 4 > 0 THEN '0x' || md5($1 || n) END, CASE WHEN n % 4 > 0 THEN n END
    FROM (SELECT n, now() - n * interval '7 hours' AS at FROM generate_series(1, 12) AS n) a`;
  await withConnection(stack().databaseUrl, (connection) => connection.query(text, [partnerId, merchantId]));
}

const figure = (page: Page, label: string) =>
  page.locator("dt", { hasText: label }).locator("xpath=..").locator("dd p");

test("a new partner sees the first steps, which check themselves off @layout", async ({ page, context }) => {
  const workplace = await createWorkplace();
  await signIn(context, await createMember(workplace, "owner"));
  const { complaints } = watch(page);
  await page.goto(`${stack().baseUrl}/dashboard`);
  const steps = page.getByRole("region", { name: "Get started" });
  await expect(steps).toContainText("2 of 4 done");
  await expect(steps.getByRole("link", { name: "Add destination" })).toHaveAttribute(
    "href",
    `/dashboard/merchants/${workplace.merchantId}`,
  );
  await expect(page.getByRole("region", { name: "Needs attention" })).toContainText("Café Lumen");
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("a page is fetched when its link is clicked and not before, and has its title", async ({ page, context }) => {
  await signIn(context, await createMember(await createWorkplace(), "viewer"));
  const fetched: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (searchParams.has("_rsc")) fetched.push(pathname);
  });
  await page.goto(`${stack().baseUrl}/dashboard`, { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Customers", exact: true }).hover();
  expect(fetched).toEqual([]);
  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await expect(page).toHaveTitle("Customers · Till");
  expect(fetched).toEqual(["/dashboard/customers"]);
});

test("a viewer sees a period's figures, chart and table @layout", async ({ page, context }, { project }) => {
  const workplace = await createWorkplace();
  await writePayments(workplace);
  await signIn(context, await createMember(workplace, "viewer"));
  const { complaints } = watch(page);
  await page.goto(`${stack().baseUrl}/dashboard?period=7d`);
  await expect(figure(page, "Volume in USD").first()).toHaveText("540.00 USD");
  await expect(figure(page, "Payments").first()).toHaveText("12");
  await expect(figure(page, "Success rate").first()).toHaveText("75%");
  await expect(figure(page, "Customers").first()).toHaveText("3");
  await expect(page.getByRole("link", { name: "Create merchant" })).toHaveCount(0);
  await expect(page.locator("dl svg polyline")).toHaveCount(4);
  const tile = (name: string) => page.getByRole("main").getByRole("link", { name });
  await expect(tile("Net revenue in USD")).toHaveAttribute("href", /settlements\?from=20[\d-]{8}&to=20[\d-]{8}$/);
  await expect(tile("Held in treasury")).toHaveAttribute("href", "/dashboard/merchants/held");
  await expect(page.getByRole("link", { name: "Success rate" })).toHaveAttribute(
    "href",
    /^\/dashboard\/payments\?status=failed,expired,cancelled&from=20[\d-]{8}&to=20[\d-]{8}$/,
  );
  const headings = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  expect(headings.indexOf("Needs attention")).toBeLessThan(headings.indexOf("Volume in USD"));
  const heading = page.getByRole("heading", { name: "Volume by token in USD" });
  const bars = page.locator("section", { has: heading }).locator("li > svg");
  await expect(bars).toHaveCount(2);
  const sizes = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
  expect(new Set(sizes).size).toBe(1);
  await expect(page.locator("figure .recharts-bar-rectangle").first()).toBeVisible();
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expectNoFaults(page);
    if (process.env.SCREENS !== undefined) {
      await page.screenshot({ path: `test-results/overview-${project.name}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.getByRole("button", { name: "Table" }).click();
  await expect(page.getByRole("table", { name: "Volume in USD" }).getByRole("row")).toHaveCount(8);
  await expectNoFaults(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
});

test("an unknown page is inside the shell, which counts what needs attention and has the account's menu @desktop", async ({
  page,
  context,
}) => {
  const member = await createMember(await createWorkplace(), "owner");
  await signIn(context, member);
  const response = await page.goto(`${stack().baseUrl}/dashboard/nothing/here`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  // The merchant has no settlement destination.
  const nav = page.getByRole("navigation", { name: "Dashboard" });
  await expect(nav.getByRole("link", { name: "Overview 1 need attention" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(nav.getByText("1 need attention")).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  const menu = page.getByRole("dialog", { name: "Account" });
  await page.getByRole("button", { name: member.email }).press("Enter");
  await expect(menu.getByRole("link", { name: "Members" })).toBeVisible();
  await expectNoFaults(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: member.email })).toBeFocused();
  await page.keyboard.press("Enter");
  await menu.getByRole("link", { name: "Your account" }).click();
  await page.getByLabel("Your time zone").selectOption("Asia/Kathmandu");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto(`${stack().baseUrl}/dashboard/settings/audit`);
  await expect(page.getByText("Times are in Asia/Kathmandu.")).toBeVisible();
  const time = page.getByRole("listitem").filter({ hasText: member.email }).first().locator("time");
  const at = new Date((await time.getAttribute("datetime")) ?? "");
  const shown = at.toLocaleTimeString("en-GB", { timeZone: "Asia/Kathmandu" });
  await expect(time).toContainText(shown);
  await expect(time).toHaveAttribute("title", / UTC$/);
  await page.getByRole("button", { name: member.email }).click();
  await menu.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
});

/** Inserts succeeded payments with payouts of a state, and merchants without a destination. */
async function writeProblems({ partnerId, merchantId }: Workplace, state: "failed" | "held"): Promise<void> {
  const payouts = `INSERT INTO payout (payment_id, partner_id, merchant_id, asset, amount, fee, treasury, state, failure,
      destination, created_at, updated_at)
    SELECT id, partner_id, merchant_id, token_asset, token_amount, 0, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      $2::payout_state, CASE WHEN $2 = 'failed' THEN 'reverted' END,
      CASE WHEN $2 <> 'held' THEN split_part(token_asset, '/', 1) || ':0x70997970C51812dc3A010C7d01b50e0d17dc79C8' END,
      created_at, created_at
    FROM payment WHERE partner_id = $1 AND status = 'succeeded'`;
  const merchants = `INSERT INTO merchant SELECT (jsonb_populate_record(m, jsonb_build_object('id',
      'mrch_0' || upper(substr(md5(m.id || n), 1, 25)), 'name', 'Shop ' || n))).*
    FROM merchant m, generate_series(1, 6) n WHERE m.id = $1`;
  await withConnection(stack().databaseUrl, async (connection) => {
    await connection.query(payouts, [partnerId, state]);
    await connection.query(merchants, [merchantId]);
  });
}

test("the ways to all problems lead to lists that show them only @desktop", async ({ page, context }) => {
  const overview = `${stack().baseUrl}/dashboard`;
  const failing = await createWorkplace();
  await writePayments(failing);
  await writeProblems(failing, "failed");
  await signIn(context, await createMember(failing, "viewer"));
  await page.goto(overview);
  await page.getByRole("link", { name: "View all payouts that aren't settled" }).click();
  await expect(page).toHaveURL(/\/settlements\?state=in_progress,held$/);
  await expect(page.getByRole("listitem").filter({ hasText: "ORDER-" })).toHaveCount(9);
  await page.goto(overview);
  await page.getByRole("link", { name: "View all merchants without a destination" }).click();
  await expect(page).toHaveURL(/\/merchants\?status=active&destination=none$/);
  await expect(page.getByRole("status")).toHaveText("7 merchants");

  const holding = await createWorkplace();
  await writePayments(holding);
  await writeProblems(holding, "held");
  await signIn(context, await createMember(holding, "owner"));
  await page.goto(overview);
  await page.getByRole("link", { name: "See the payments" }).click();
  await expect(page).toHaveURL(/\/settlements\?state=held$/);
  await expect(page.getByRole("listitem").filter({ hasText: "ORDER-" })).toHaveCount(9);
  await page.goto(overview);
  await page.getByRole("link", { name: "Held in treasury" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Held money");
  await expectNoFaults(page);
});

test("a custom range is in the URL, and its errors are at its fields @desktop", async ({ page, context }) => {
  await signIn(context, await createMember(await createWorkplace(), "viewer"));
  await page.goto(`${stack().baseUrl}/dashboard`);
  await page.getByRole("button", { name: "Custom" }).click();
  await page.getByLabel("From").fill("2026-02-02");
  await page.getByLabel("To (inclusive)").fill("2026-02-01");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByLabel("To (inclusive)")).toHaveAccessibleDescription("To must be on or after the start date.");
  await expectNoFaults(page);
  await page.getByLabel("To (inclusive)").fill("2026-02-05");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.waitForURL(/from=2026-02-02&to=2026-02-05/);
  await expect(page.getByLabel("To (inclusive)")).toHaveValue("2026-02-05");
});

test("the palette finds a payment by keyboard; shortcuts navigate and can be turned off @desktop", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  await writePayments(workplace);
  await signIn(context, await createMember(workplace, "developer"));
  const { complaints } = watch(page);
  // Set once the page handles keys, which on a busy machine is after it is visible.
  const search = page.getByRole("button", { name: "Search" });
  const line = page.getByRole("combobox", { name: "Search and navigate" });
  await page.goto(`${stack().baseUrl}/dashboard`);
  await expect(search).toHaveAttribute("aria-keyshortcuts", "Control+K Meta+K");
  // Keys that are typed before the palette's code has arrived count.
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => (deliver = resolve));
  await page.route("**/_next/static/**", (route) => delivered.then(() => route.continue()));
  await page.keyboard.press("Control+k");
  await page.keyboard.type("rex");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("fund");
  deliver();
  await expect(line).toBeFocused();
  await expect(line).toHaveValue("refund");
  await expect(page.getByRole("option", { name: /Refund a payment.*Guide/ })).toBeVisible();
  await line.fill("");
  await expect(page.getByRole("option", { name: "Create merchant" })).toHaveCount(0);
  await line.fill("ORDER-11");
  await expect(page.getByRole("option", { name: "ORDER-11" })).toHaveAttribute("aria-selected", "true");
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expectNoFaults(page);
    if (process.env.SCREENS !== undefined) {
      await page.screenshot({ path: `test-results/palette-desktop-${colorScheme}.png` });
    }
  }
  expect(complaints).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/payments\/pay_/);
  await page.goto(`${stack().baseUrl}/dashboard`);
  await expect(search).toHaveAttribute("aria-keyshortcuts", "Control+K Meta+K");
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list).toContainText("Go to payments");
  await expectNoFaults(page);
  await list.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await expect(line).toBeFocused();
  await expect(list).toHaveCount(0);
  await line.fill("keyboard");
  await page.keyboard.press("Enter");
  await list.getByRole("checkbox").check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.waitForURL(/\/dashboard\/payments$/);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.waitForURL(/\/dashboard\/settlements$/);
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.waitForURL(/\/dashboard\/customers$/);
});
