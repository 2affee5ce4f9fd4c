import { expect, type Page, test } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import { presentVerdict } from "#lib/dashboard/rpc/mutations/merchants.ts";
import { createLogoFetcher } from "#lib/domain/merchants/logos/fetch-logo.ts";
import { previewLogo } from "#lib/domain/merchants/logos/preview-logo.ts";
import { pay } from "#scripts/pay/pay.ts";
import { withConnection } from "#scripts/postgres/connection.ts";
import { makeImage } from "#test/logos/images.ts";
import { startLogoServer } from "#test/logos/logo-server.ts";
import { createBuyer } from "./buyers.ts";
import { expectAccessible } from "./look.ts";
import { createMember, createMerchant, createWorkplace, signIn, type Workplace } from "./members.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

const first = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const second = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const usdcOnBase = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/** Changes a merchant's destinations, as another member would. */
const redirect = "UPDATE settlement_destination SET destination = 'eip155:8453:' || $2::text WHERE merchant_id = $1";

let workplace: Workplace;

test.beforeAll(async () => {
  workplace = await createWorkplace("Merchants");
});

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const pageOf = (merchantId = workplace.merchantId) => `${stack().baseUrl}/dashboard/merchants/${merchantId}`;

/** Saves a screenshot for docs/screens when SCREENS names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENS;
  if (folder === undefined) return;
  const { project } = test.info();
  const isFullPage = name === "merchant";
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const path = `${folder}/dashboard-${name}-${project.name}-${theme}.png`;
    await page.screenshot({ path, fullPage: isFullPage, animations: "disabled" });
  }
}

/** Checks both themes with axe, rules out horizontal scroll, and saves a screenshot. */
async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
  await picture(page, name);
}

/** Filters out the console errors of rejected mutations. Missing resources (404) stay. */
const isUnmeant = (complaint: string) => !/status of 4(?!04)\d\d/.test(complaint);

/** Adds a destination for USDC on Base. */
async function addInUsdc(page: Page): Promise<void> {
  await button(page, "Add destination").click();
  await page.getByRole("group", { name: "Base" }).getByLabel("USDC").check();
  await page.getByLabel("2. Address").fill(first);
  await dialog(page).getByRole("button", { name: "Add destination" }).click();
  await expect(page.getByText("USDC on Base").first()).toBeVisible();
}

/**
 * Answers logo previews with the server's own code and a local logo server, because the product under test reaches no
 * host.
 */
async function answerLogos(page: Page) {
  const server = await startLogoServer();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#7a2e1d"/><circle cx="300" cy="300" r="170" fill="#f6d8a8"/></svg>`;
  const { default: sharp } = await import("sharp");
  server.serve("/good.png", await sharp(Buffer.from(svg)).png().toBuffer());
  server.serve("/wide.png", await makeImage("png", { width: 900, height: 600 }));
  await page.route("**/dashboard/data/merchants.previewLogo", async (route) => {
    const { url } = route.request().postDataJSON() as { url: string };
    const here = server.url(new URL(url).pathname);
    await route.fulfill({ json: presentVerdict(await previewLogo("e2e", here, createLogoFetcher(server.network))) });
  });
  return server;
}

test("long after the sign-in, a destination is added only with the password, and a pending one is revoked", async ({
  page,
  context,
}) => {
  const shop = await createWorkplace("Careful");
  const owner = await createMember(shop, "owner");
  await signIn(context, owner);
  const { complaints } = watch(page);
  const age = `UPDATE user_session s SET created_at = s.created_at - interval '1 hour' FROM "user" u
    WHERE u.id = s.user_id AND u.email = $1`;
  await withConnection(stack().databaseUrl, (connection) => connection.query(age, [owner.email]));
  await page.goto(pageOf(shop.merchantId));
  await button(page, "Add destination").click();
  await page.getByRole("group", { name: "Base" }).getByLabel("USDC").check();
  await page.getByLabel("2. Address").fill(first);
  await dialog(page).getByRole("button", { name: "Add destination" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
  await proof.getByLabel("Your password").fill("not my password");
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(proof.getByLabel("Your password")).toHaveAccessibleDescription(/incorrect/);
  await inspect(page, "confirm-identity");
  await proof.getByLabel("Your password").fill(owner.password);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText("USDC on Base").first()).toBeVisible();

  // As after a change where the operator has set a delay.
  const request = `INSERT INTO pending_destination (id, merchant_id, asset, destination, created_at, takes_effect_at)
    SELECT id, merchant_id, asset, 'eip155:8453:' || $2::text, now(), now() + interval '1 day'
    FROM settlement_destination WHERE merchant_id = $1`;
  await withConnection(stack().databaseUrl, (connection) => connection.query(request, [shop.merchantId, second]));
  await page.reload();
  await expect(page.getByText(/New address from .* UTC/)).toBeVisible();
  await inspect(page, "merchant-pending-destination");
  await button(page, "Revoke the change for USDC on Base").click();
  await expect(page.getByText(/New address from/)).toHaveCount(0);
  expect(complaints.filter(isUnmeant)).toEqual([]);
});

test("a merchant is created, found, edited, suspended and deleted", async ({ page, context }) => {
  await signIn(context, await createMember(workplace, "owner"));
  const { complaints, hosts } = watch(page);
  const logos = await answerLogos(page);
  await page.goto(`${stack().baseUrl}/dashboard/merchants`);
  await expect(page.getByRole("link", { name: "Café Lumen" })).toBeVisible();
  await expect(page.getByRole("button", { name: /No destination/ })).toBeVisible();

  await button(page, "Create merchant").click();
  await dialog(page).getByRole("button", { name: "Create merchant" }).click();
  await expect(dialog(page).getByText("Enter a name.")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAccessibleDescription(/Enter a valid email/);
  await dialog(page).getByLabel("Name").fill("Bäckerei Sonnenschein");
  await page.getByLabel("Email", { exact: true }).fill("laden@sonnenschein.example");
  const logo = page.getByLabel("Logo URL");
  await logo.fill("http://sonnenschein.example/wide.png");
  await expect(dialog(page).getByText("it is http:.")).toBeVisible();
  await logo.fill("https://sonnenschein.example/wide.png");
  await expect(dialog(page).getByText("it has 900 × 600 pixels.")).toBeVisible();
  await inspect(page, "merchant-logo-refused");
  await logo.fill("https://sonnenschein.example/good.png");
  await expect(dialog(page).getByText("This logo meets every requirement.")).toBeVisible();
  await expect(dialog(page).getByRole("img", { name: "The logo" })).toBeVisible();
  await inspect(page, "merchant-new");
  // On submit the server itself fetches the logo, which fails here.
  await dialog(page).getByRole("button", { name: "Create merchant" }).click();
  await expect(logo).toHaveAccessibleDescription(/must be/i);
  await logo.fill("");
  await dialog(page).getByRole("button", { name: "Create merchant" }).click();
  await expect(page.getByRole("heading", { name: "Bäckerei Sonnenschein", level: 1 })).toBeVisible();
  await expect(page.getByText("No settlement destinations yet")).toBeVisible();
  await expect(page.getByText("Buyers can't pay this merchant yet.")).toBeVisible();

  await button(page, "Edit").click();
  await inspect(page, "merchant-edit");
  await dialog(page).getByLabel("Name").fill("Bäckerei Morgenrot");
  await button(page, "Save").click();
  await expect(page.getByRole("heading", { name: "Bäckerei Morgenrot", level: 1 })).toBeVisible();
  await button(page, "Suspend").click();
  await inspect(page, "merchant-suspend");
  await dialog(page).getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("This merchant can't receive new payments. Open")).toBeVisible();
  await inspect(page, "merchant-suspended");
  await expect(page.getByRole("link", { name: "Create payment" })).toBeHidden();

  await page.getByRole("navigation").getByRole("link", { name: "Merchants" }).click();
  await page.getByLabel("Search by name or ID").fill("morgen");
  await expect(page.getByRole("status")).toHaveText("1 merchant");
  await page.getByLabel("Status").selectOption("suspended");
  await expect(page).toHaveURL(/search=morgen&status=suspended$/);
  await page.reload();
  await expect(page.getByRole("link", { name: "Bäckerei Morgenrot" })).toBeVisible();
  await page.getByLabel("Status").selectOption("active");
  await expect(page.getByText("No matching merchants")).toBeVisible();
  await button(page, "Show all merchants").click();
  await page.getByRole("link", { name: "Bäckerei Morgenrot" }).click();

  await button(page, "Reactivate").click();
  await expect(button(page, "Suspend")).toBeVisible();
  await button(page, "Delete").click();
  await page.getByLabel(/Type Bäckerei Morgenrot/).fill("Bäckerei");
  await dialog(page).getByRole("button", { name: "Delete merchant" }).click();
  await expect(dialog(page).getByText("This doesn't match the merchant's name.")).toBeVisible();
  await inspect(page, "merchant-delete");
  await page.getByLabel(/Type Bäckerei Morgenrot/).fill("Bäckerei Morgenrot");
  await dialog(page).getByRole("button", { name: "Delete merchant" }).click();
  await expect(page.getByRole("status")).toHaveText("1 merchant");
  await logos.stop();
  expect(complaints.filter(isUnmeant)).toEqual([]);
  expect([...hosts]).toEqual([new URL(stack().baseUrl).host]);
});

test("several destinations are added at once, changed after a confirmation, and removed @layout", async ({
  page,
  context,
}) => {
  const shop = await createWorkplace("Destinations");
  await signIn(context, await createMember(shop, "admin"));
  await page.goto(pageOf(shop.merchantId));
  await button(page, "Add destination").click();
  await dialog(page).getByRole("button", { name: "Add destination" }).click();
  await expect(dialog(page).getByText("Choose at least one token.")).toBeVisible();
  const address = page.getByLabel("2. Address");
  await expect(address).toHaveAccessibleDescription(/Enter an address/);
  const base = page.getByRole("group", { name: "Base" });
  await base.getByLabel("USDC").check();
  for (const [typed, words] of [
    [first.slice(0, 20), /18 of 40 digits/],
    [first.replace("C51812", "c51812"), /checksum is wrong/],
    [usdcOnBase, /USDC contract on Base/],
    [`0x${"0".repeat(40)}`, /zero address/],
    [`eip155:56:${first}`, /on chain 56, not on Base/],
  ] as const) {
    await address.fill(typed);
    await expect(address).toHaveAccessibleDescription(words);
  }
  await inspect(page, "merchant-destination-refused");
  await base.getByLabel("EURC").check();
  await address.fill(first);
  await expect(dialog(page).getByText("This address is valid.")).toBeVisible();
  await inspect(page, "merchant-destination-new");
  await button(page, "Add 2 destinations").click();
  await expect(page.getByText("USDC on Base").first()).toBeVisible();

  await button(page, "Change destination for USDC on Base").click();
  await page.getByLabel("New address").fill(first);
  await expect(page.getByLabel("New address")).toHaveAccessibleDescription("This is already the current address.");
  await page.getByLabel("New address").fill(second);
  await button(page, "Continue").click();
  await expect(dialog(page).getByText(first)).toBeVisible();
  await expect(dialog(page).getByText(second)).toBeVisible();
  await inspect(page, "merchant-destination-change");
  await button(page, "Change destination").click();
  await expect(page.getByText("Settlement destination for USDC on Base changed")).toBeVisible();
  await button(page, "Remove destination for EURC on Base").click();
  await inspect(page, "merchant-destination-remove");
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Settlement destination for EURC on Base removed")).toBeVisible();
});

test("held money is offered with its destination, paid out on request, and outlives its merchant", async ({
  page,
  context,
}) => {
  const shop = await createWorkplace("Held");
  const { privateKey } = await createBuyer([8453]);
  for (const token of ["USDC", "EURC"]) {
    const { gatewayUrl } = await createPayment(undefined, shop);
    await pay({ link: gatewayUrl, appId: stack().appId, privateKey, token });
  }
  await signIn(context, await createMember(shop, "admin"));
  const { complaints } = watch(page);
  await page.goto(pageOf(shop.merchantId));
  await expect(page.getByText("Add a settlement destination to pay it out.")).toHaveCount(2);
  await inspect(page, "held-merchant");
  await button(page, "Add destination").click();
  await page.getByRole("group", { name: "Base" }).getByLabel("USDC").check();
  await page.getByLabel("2. Address").fill(first);
  await dialog(page).getByRole("button", { name: "Add destination" }).click();
  await expect(dialog(page).getByText("The destination is saved.")).toBeVisible();
  await inspect(page, "held-offer");
  await button(page, "Not now").click();
  await button(page, /^Pay out USDC on Base/).click();
  await expect(dialog(page).getByText(first)).toBeVisible();
  await withConnection(stack().databaseUrl, (connection) => connection.query(redirect, [shop.merchantId, second]));
  await dialog(page).getByRole("button", { name: "Pay out" }).click();
  await expect(dialog(page).getByText("Another member changed this destination.")).toBeVisible();
  await expect(dialog(page).getByText(first)).toBeVisible();
  await button(page, "Cancel").click();
  const row = page.getByRole("listitem").filter({ has: button(page, /^Pay out USDC on Base/) });
  await expect(row.getByTitle(second)).toBeVisible();
  await button(page, /^Pay out USDC on Base/).click();
  await expect(dialog(page).getByText(second)).toBeVisible();
  await inspect(page, "held-pay-out");
  await dialog(page).getByRole("button", { name: "Pay out" }).click();
  await expect(page.getByText("Add a settlement destination to pay it out.")).toHaveCount(1);
  await expect(button(page, /^Pay out USDC on Base/)).toBeHidden();

  await button(page, "Delete").click();
  await page.getByLabel(/^Type/).fill("Café Lumen");
  // Leaving the page earlier would abort the request.
  const deleted = page.waitForResponse("**/dashboard/data/merchants.delete");
  await dialog(page).getByRole("button", { name: "Delete merchant" }).click();
  expect((await deleted).status()).toBe(200);
  await page.goto(`${stack().baseUrl}/dashboard/merchants/held`);
  await expect(page.getByText("The deleted merchant has no destination.")).toBeVisible();
  await inspect(page, "held-money");
  // Without the networks, no address could be judged.
  const networks = "**/dashboard/data/merchants.networks*";
  const error = { code: "forbidden", message: "The networks are missing." };
  await page.route(networks, (route) => route.fulfill({ status: 403, json: { error } }));
  await button(page, /^Choose address/).click();
  await expect(dialog(page).getByText(error.message)).toBeVisible();
  await expect(page.getByLabel("Pay to")).toBeHidden();
  await page.unroute(networks);
  await button(page, "Try again").click();
  await page.getByLabel("Pay to").fill(first);
  await inspect(page, "held-another-address");

  await withConnection(stack().databaseUrl, async (connection) => {
    // A payout whose row is locked is skipped, so the order keeps running.
    await connection.query("BEGIN");
    await connection.query("SELECT FROM payout WHERE merchant_id = $1 AND state = 'held' FOR UPDATE", [
      shop.merchantId,
    ]);
    await dialog(page).getByRole("button", { name: "Pay out" }).click();
    await expect(page.getByText("0 of 1 started")).toBeVisible();
    await inspect(page, "held-running");
    await button(page, /^Pay another address/).click();
    await page.getByLabel("Pay to").fill(first);
    await expect(page.getByLabel("Pay to")).toHaveAccessibleDescription("A payout to this address is in progress.");
    await page.getByLabel("Pay to").fill(second);
    await picture(page, "held-redirect");
    await dialog(page).getByRole("button", { name: "Pay out" }).click();
    await expect(page.getByTitle(second)).toBeVisible();
    await expect(page.getByText("0 of 1 started")).toBeVisible();
    await connection.query("COMMIT");
  });
  await expect(page.getByText("No held money")).toBeVisible();
  expect(complaints.filter(isUnmeant)).toEqual([]);
});

test("only four characters of a bank account are stored, and the page shows them", async ({ page, context }) => {
  const shop = await createWorkplace("Lumen");
  await signIn(context, await createMember(shop, "admin"));
  const { complaints } = watch(page);
  for (let count = 0; count < 3; count += 1) await createPayment(undefined, shop);
  await page.goto(pageOf(shop.merchantId));
  await button(page, "Add bank account").click();
  await dialog(page).getByRole("button", { name: "Add bank account" }).click();
  await expect(page.getByLabel("Account holder")).toHaveAccessibleDescription(/Enter the account holder/);
  await page.getByLabel("Account holder").fill("Lumen GmbH");
  await page.getByLabel("Account number").fill("DE89 3704 0044 0532 0130 01");
  await expect(page.getByLabel("Account number")).toHaveAccessibleDescription(/isn't a valid IBAN/);
  await page.getByLabel("Account number").fill("DE89 3704 0044 0532 0130 00");
  await inspect(page, "merchant-bank-account");
  const sent = page.waitForRequest("**/dashboard/data/settlements.addFiat");
  await dialog(page).getByRole("button", { name: "Add bank account" }).click();
  expect((await sent).postData()).not.toContain("0532");
  await expect(page.getByText("ends in 3000")).toBeVisible();
  await addInUsdc(page);
  await inspect(page, "merchant");
  expect(complaints.filter(isUnmeant)).toEqual([]);
});

test("a destination is added by keyboard alone @desktop", async ({ page, context }) => {
  const shop = await createWorkplace("Keyboard");
  await signIn(context, await createMember(shop, "owner"));
  await page.goto(pageOf(shop.merchantId));
  await button(page, "Add destination").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Base" }).getByLabel("USDC").focus();
  await page.keyboard.press("Space");
  await page.getByLabel("2. Address").focus();
  await page.keyboard.type(first);
  await page.keyboard.press("Enter");
  await expect(page.getByText("USDC on Base").first()).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await button(page, "Add destination").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Base" }).getByLabel("USDC")).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(button(page, "Add destination")).toBeFocused();
});

test("a viewer can't change merchants, and other partners' merchants don't exist", async ({ page, context }) => {
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(`${stack().baseUrl}/dashboard/merchants`);
  await page.getByRole("link", { name: "Café Lumen" }).click();
  await expect(page.getByRole("heading", { name: "Settlement destinations" })).toBeVisible();
  for (const name of ["Edit", "Suspend", "Delete", "Add destination", "Add bank account"]) {
    await expect(button(page, name)).toHaveCount(0);
  }
  await expect(page.getByRole("heading", { name: "Changes" })).toHaveCount(0);
  const theirs = await createWorkplace("Others");
  await page.goto(pageOf(theirs.merchantId));
  await expect(page.getByText("Merchant not found")).toBeVisible();
  await inspect(page, "merchant-missing");
});

test("the list loads more by itself, with two lines per merchant on a phone @layout", async ({ page, context }) => {
  const shop = await createWorkplace("Many");
  for (let count = 1; count <= 54; count += 1) {
    await createMerchant(shop, `Branch ${count}`, `branch-${count}@lumen.example`);
  }
  await signIn(context, await createMember(shop, "developer"));
  await page.goto(`${stack().baseUrl}/dashboard/merchants`);
  await expect(page.getByRole("status")).toHaveText("55 merchants");
  await expect(page.getByRole("link", { name: "Branch 54" })).toBeVisible();
  await inspect(page, "merchants");
  await page.getByRole("link", { name: "Branch 12", exact: true }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("link", { name: "Café Lumen" })).toBeAttached();
});

test("merchants of the same name and email show the end of their IDs", async ({ page, context }) => {
  const shop = await createWorkplace("Twins");
  const create = () => createMerchant(shop, "Same", "same@lumen.example");
  const ids = [await create(), await create()];
  await signIn(context, await createMember(shop, "viewer"));
  await page.goto(`${stack().baseUrl}/dashboard/merchants`);
  for (const id of ids) {
    await expect(page.getByRole("row", { name: "Same" }).getByText(`…${id.slice(-4)}`)).toBeVisible();
  }
  await expect(page.getByRole("row", { name: "Café Lumen" })).not.toContainText("…");
});

test("a merchant isn't deleted in the belief that nothing is open, when that isn't known @desktop", async ({
  page,
  context,
}) => {
  const merchantId = await createMerchant(workplace, "Soon gone", "gone@lumen.example");
  await createPayment(undefined, { ...workplace, merchantId });
  await signIn(context, await createMember(workplace, "owner"));
  // As when the server could not count for the page, nor when it is asked again.
  await page.route(pageOf(merchantId), async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("merchants.figures", "merchants.nothing");
    await route.fulfill({ response, body });
  });
  const figures = "**/dashboard/data/merchants.figures*";
  await page.route(figures, (route) => route.abort());
  await page.goto(pageOf(merchantId));
  // The page has asked again, so its buttons work.
  await expect(page.getByRole("alert").filter({ hasText: "Till can't be reached." })).toBeVisible();
  await button(page, "Delete merchant").click();
  await expect(dialog(page).getByRole("alert")).toContainText("couldn't be loaded");
  await expect(dialog(page).getByText("No payments are open.")).toHaveCount(0);
  await inspect(page, "merchant-delete-unknown");
  await page.unroute(figures);
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(dialog(page).getByText("One payment is open.")).toBeVisible();
});

test("a merchant whose only destination takes effect later says that buyers can't pay yet @desktop", async ({
  page,
  context,
}) => {
  const shop = await createWorkplace("Patient");
  await signIn(context, await createMember(shop, "owner"));
  const request = `INSERT INTO pending_destination (id, merchant_id, asset, destination, created_at, takes_effect_at)
    VALUES ($1, $2, $3, $4, now(), now() + interval '1 day')`;
  const asset = `eip155:8453/erc20:${usdcOnBase}`;
  const values = [newId("crypto", new Date()), shop.merchantId, asset, `eip155:8453:${first}`];
  await withConnection(stack().databaseUrl, async (connection) => {
    await connection.query("UPDATE merchant SET only_settleable_tokens = true WHERE id = $1", [shop.merchantId]);
    await connection.query(request, values);
  });
  await page.goto(pageOf(shop.merchantId));
  await expect(page.getByText(/In use from .* UTC/)).toBeVisible();
  await expect(page.getByText("Buyers can't pay this merchant yet.")).toBeVisible();
});
