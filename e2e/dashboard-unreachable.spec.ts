import { expect, type Locator, type Page, type Route, test } from "@playwright/test";
import { withConnection } from "#scripts/postgres/connection.ts";
import { expectAccessible } from "./look.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";

const url = (path = "") => `${stack().baseUrl}/dashboard${path}`;
const words = "Till can't be reached. Check your connection and try again.";
const data = (name: string) => `**/dashboard/data/${name}*`;
const cutOff = (route: Route) => route.abort("connectionfailed");

/** Collects the errors that a page threw while rendering. */
function thrownBy(page: Page): string[] {
  const thrown: string[] = [];
  page.on("pageerror", ({ message }) => thrown.push(message));
  return thrown;
}

test("a form keeps its contents when Till can't be reached, says so, and can be sent again @desktop", async ({
  page,
  context,
}) => {
  const thrown = thrownBy(page);
  const workplace = await createWorkplace();
  await signIn(context, await createMember(workplace, "owner"));
  await page.goto(url("/payments/new"));
  await page.getByLabel("Reference").fill("ORDER-1");
  await page.getByLabel("Amount").fill("24.90");
  await page.route(data("payments.create"), cutOff);
  await page.getByRole("button", { name: "Create payment" }).click();
  const alert = page.locator("main").getByRole("alert");
  await expect(alert).toHaveText(words);
  await expect(page.getByLabel("Reference")).toHaveValue("ORDER-1");
  await expect(page.getByLabel("Amount")).toHaveValue("24.90");
  await page.unroute(data("payments.create"));

  // A gateway in front of Till answers in its own words.
  await page.route(data("payments.create"), (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }));
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(alert).toHaveText(words);
  await page.unroute(data("payments.create"));

  // Without a connection the request fails at once, instead of waiting for one.
  await context.setOffline(true);
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(alert).toHaveText(words);
  await expect(page.getByRole("button", { name: "Create payment" })).toHaveAttribute("aria-disabled", "false");
  await context.setOffline(false);

  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment created" })).toBeVisible();
  expect(thrown).toEqual([]);
});

test("a dialog and the proof that it asks for say that Till can't be reached @desktop", async ({ page, context }) => {
  const thrown = thrownBy(page);
  const workplace = await createWorkplace();
  const owner = await createMember(workplace, "owner");
  await signIn(context, owner);
  await page.goto(url("/developers/webhooks"));
  await page.getByRole("button", { name: "Create endpoint" }).first().click();
  const form = page.getByRole("dialog", { name: "Create endpoint" });
  await form.getByLabel("URL").fill("https://shop.example/hook");
  await page.route(data("webhooks.create"), cutOff);
  await form.getByRole("button", { name: "Create endpoint" }).click();
  await expect(form.getByRole("alert")).toHaveText(words);
  await expect(form.getByLabel("URL")).toHaveValue("https://shop.example/hook");
  await page.unroute(data("webhooks.create"));

  // A sign-in of a while ago: the form asks for the password.
  const age = `UPDATE user_session s SET created_at = s.created_at - interval '1 hour' FROM "user" u
    WHERE u.id = s.user_id AND u.email = $1`;
  await withConnection(stack().databaseUrl, (client) => client.query(age, [owner.email]));
  await form.getByRole("button", { name: "Create endpoint" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
  await proof.getByLabel("Your password").fill(owner.password);
  await page.route(data("account.prove"), cutOff);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(proof.getByRole("alert")).toHaveText(words);
  await expect(proof.getByLabel("Your password")).toHaveValue(owner.password);
  await page.unroute(data("account.prove"));
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(proof).toBeHidden();
  expect(thrown).toEqual([]);
});

/** Fills in the form for a new merchant, as a signed-in owner. */
async function fillMerchantForm(page: Page, name: string): Promise<Locator> {
  await page.goto(url("/merchants"));
  await page.getByRole("button", { name: "Create merchant" }).click();
  const form = page.getByRole("dialog", { name: "Create merchant" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Email", { exact: true }).fill("shop@lumen.example");
  return form;
}

test("a merchant whose answer was lost isn't created again @desktop", async ({ page, context }) => {
  await signIn(context, await createMember(await createWorkplace(), "owner"));
  const form = await fillMerchantForm(page, "Lost answer");
  await page.route(data("merchants.create"), async (route) => {
    await route.fetch();
    await cutOff(route);
  });
  await form.getByRole("button", { name: "Create merchant" }).click();
  await expect(form.getByRole("alert")).toHaveText(words);
  await page.unroute(data("merchants.create"));
  await form.getByRole("button", { name: "Create merchant" }).click();
  await expect(page.getByRole("heading", { name: "Lost answer" })).toBeVisible();
  await page.goto(url("/merchants"));
  await expect(page.getByRole("link", { name: "Lost answer" })).toHaveCount(1);
});

test("a key whose answer was lost isn't created again, and the dialog says what to do @desktop", async ({
  page,
  context,
}) => {
  await signIn(context, await createMember(await createWorkplace(), "owner"));
  await page.goto(url("/developers/keys"));
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create API key" });
  await form.getByLabel("Name").fill("Lost answer");
  await form.getByRole("checkbox").first().check();
  await page.route(data("developers.createKey"), async (route) => {
    await route.fetch();
    await cutOff(route);
  });
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByRole("alert")).toHaveText(words);
  await page.unroute(data("developers.createKey"));
  await form.getByRole("button", { name: "Create key" }).click();
  const lost = page.getByRole("dialog", { name: "Key created, but not received" });
  await expect(lost).toContainText("Revoke this key, then create another one.");
  await lost.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("button", { name: "Revoke Lost answer" })).toHaveCount(1);
});

test("a form that is opened again doesn't show the problem of the one before @desktop", async ({ page, context }) => {
  await signIn(context, await createMember(await createWorkplace(), "owner"));
  const form = await fillMerchantForm(page, "Shop");
  await page.route(data("merchants.create"), cutOff);
  await form.getByRole("button", { name: "Create merchant" }).click();
  await expect(form.getByRole("alert")).toHaveText(words);
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Create merchant" }).click();
  await expect(form.getByLabel("Name")).toHaveValue("");
  await expect(form.getByRole("alert")).toHaveCount(0);
});

test("a payment and the list of payments say that they are out of date @desktop", async ({ page, context }) => {
  const workplace = await createWorkplace();
  const { paymentId } = await createPayment(undefined, workplace);
  await signIn(context, await createMember(workplace, "viewer"));
  const alert = page.locator("main").getByRole("alert");
  for (const [path, name] of [
    [`/payments/${paymentId}`, "payments.detail"],
    ["/payments", "payments.live"],
  ] as const) {
    await page.goto(url(path));
    await expect(page.getByText("Open", { exact: true }).first()).toBeVisible();
    await page.route(data(name), cutOff);
    await expect(alert).toContainText(words, { timeout: 30_000 });
    await expect(page.getByText("SECRET-ORDER-7").first()).toBeVisible();
    await page.unroute(data(name));
    await expect(alert).toHaveCount(0, { timeout: 30_000 });
  }
});

test("the palette says that the search failed, and not that nothing was found @desktop", async ({ page, context }) => {
  const workplace = await createWorkplace();
  await signIn(context, await createMember(workplace, "viewer"));
  await page.goto(url());
  const limited = "Too many requests. Try again later.";
  const error = { code: "rate_limited", message: limited };
  await page.route(data("search.all"), (route) => route.fulfill({ status: 429, json: { error } }));
  await page.keyboard.press("Control+k");
  await page.keyboard.type("qqzz");
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(limited);
  await expect(page.getByText("No results for")).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute(data("search.all"));
  await page.keyboard.type("qqzz");
  await expect(page.getByText("No results for “qqzzqqzz”.")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveCount(0);
});

test("a page that fails to render leaves the navigation, and loads when tried again @desktop", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  await createPayment(undefined, workplace);
  await signIn(context, await createMember(workplace, "owner"));
  await page.goto(url("/customers"));
  await page.route(data("payments.list"), (route) => route.fulfill({ json: { payments: 7 } }));
  await page.goto(url("/payments?search=order"));
  await expect(page.getByRole("row").filter({ hasText: "SECRET-ORDER-7" })).toHaveCount(1);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(data("payments.list"));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("row").filter({ hasText: "SECRET-ORDER-7" })).toHaveCount(1);
});

test("a session that ends on a filtered list leads to the sign-in page and back to the same list @desktop", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace();
  const member = await createMember(workplace, "owner");
  await createPayment(undefined, workplace);
  await signIn(context, member);
  await page.goto(url("/payments?status=requires_action"));
  await expect(page.getByRole("row").filter({ hasText: "SECRET-ORDER-7" })).toHaveCount(1);
  await context.clearCookies();
  await page.waitForURL("**/sign-in?*");
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password").fill(member.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(url("/payments?status=requires_action"));
});
