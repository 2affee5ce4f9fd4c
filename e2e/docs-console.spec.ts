import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { withConnection } from "#scripts/postgres/connection.ts";
import { picture } from "./look.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

const open = (page: Page, path: string) => page.goto(`${stack().baseUrl}/docs${path}`);
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** Expects that axe finds no violation in the open console, in both themes. */
async function expectConsoleAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page })
      .options({ resultTypes: ["violations"] })
      .include("#content section section:has(input)")
      .analyze();
    expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
  }
}

// Requests that the API refuses on purpose.
const isRefusal = (text: string) => /status of 4\d\d/.test(text);

test("a request is sent with one's own key, by keyboard, and the key stays in the page's memory", async ({ page }, {
  project,
}) => {
  const { complaints, hosts } = watch(page);
  const { apiKey, merchantId } = await createWorkplace();
  const sent: Record<string, string>[] = [];
  const urls: string[] = [];
  page.on("request", (request) => {
    urls.push(request.url());
    if (new URL(request.url()).pathname.startsWith("/v1/")) sent.push(request.headers());
  });
  await open(page, "/payments");
  await page.getByRole("button", { name: "Try it: Create a payment", exact: true }).press("Enter");
  const console = page.getByRole("region", { name: "Try it" });
  const key = console.getByLabel("Api-Key");
  await expect(key).toBeFocused();
  await expect(key).toHaveAttribute("type", "password");
  await expect(key).toHaveAttribute("autocomplete", "off");
  await expectConsoleAccessible(page);
  await picture(page, "console-open", project.name);

  const send = console.getByRole("button", { name: "Send request" });
  await send.press("Enter");
  await expect(console.getByText("Status 401")).toBeVisible();
  await expect(console.getByText("Enter your Api-Key above.")).toBeVisible();
  await key.fill(`${apiKey.slice(0, -4)}ZZZZ`);
  await send.press("Enter");
  await expect(console.getByText("The Api-Key that ends in “ZZZZ” was refused")).toBeVisible();
  await expectConsoleAccessible(page);
  await picture(page, "console-refused", project.name);

  await key.fill(apiKey);
  await console.getByLabel("Merchant-Id").fill(merchantId);
  await console.getByLabel("Body", { exact: true }).fill("{ not JSON");
  await send.press("Enter");
  await expect(console.getByLabel("Body", { exact: true })).toHaveAccessibleDescription(/must be JSON/);
  await console.getByLabel("Example").selectOption({ index: 1 });
  await console.getByLabel("Example").selectOption({ index: 0 });
  const usedKey = await console.getByLabel("Idempotency-Key").inputValue();
  await send.press("Enter");
  await expect(console.getByText("Status 201")).toBeVisible();
  await expect(console.getByRole("group", { name: "Response body" })).toContainText('"paymentId": "pay_');
  await expect(console.getByText("Request-Id")).toBeVisible();
  await expect(console.getByText("RateLimit", { exact: true })).toBeVisible();
  await expect(console.getByLabel("Idempotency-Key")).not.toHaveValue(usedKey);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expectConsoleAccessible(page);
  await picture(page, "console-answer", project.name);
  expect(sent.at(-1)).toMatchObject({ "api-key": apiKey, "idempotency-key": usedKey });
  for (const headers of sent) expect(headers).not.toHaveProperty("cookie");

  expect(urls.filter((url) => url.includes(apiKey))).toEqual([]);
  const stored = await page.evaluate(() =>
    JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie }),
  );
  expect(stored).not.toContain(apiKey);
  expect(await page.content()).not.toContain(apiKey);
  await page.reload();
  await page.getByRole("button", { name: "Try it: Create a payment", exact: true }).click();
  await expect(key).toHaveValue("");
  expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
  expect([...hosts]).toEqual([new URL(stack().baseUrl).host]);
});

test("a request that deletes is asked about once, and the page's consoles share the key @layout", async ({ page }, {
  project,
}) => {
  const { complaints } = watch(page);
  const { apiKey, merchantId } = await createWorkplace();
  await open(page, "/merchants");
  await page.getByRole("button", { name: "Try it: Fetch a merchant with its settlements", exact: true }).click();
  await page.getByRole("region", { name: "Try it" }).getByLabel("Api-Key").fill(apiKey);
  await page.getByRole("button", { name: "Close the console" }).press("Enter");
  await expect(
    page.getByRole("button", { name: "Try it: Fetch a merchant with its settlements", exact: true }),
  ).toBeFocused();
  await page.getByRole("button", { name: "Try it: Delete a merchant", exact: true }).click();
  const console = page.getByRole("region", { name: "Try it" });
  await expect(console.getByLabel("Api-Key")).toHaveValue(apiKey);
  const id = console.getByLabel("merchantId");
  await id.fill("..");
  await console.getByRole("button", { name: "Send request" }).click();
  await expect(id).toHaveAccessibleDescription(/must be an ID/);
  await id.fill(merchantId);
  await console.getByRole("button", { name: "Send request" }).click();
  await expect(console.getByText("This changes your real account")).toBeVisible();
  await expect(console.getByRole("button", { name: "Send anyway" })).toBeFocused();
  await expectConsoleAccessible(page);
  await picture(page, "console-question", project.name);
  await console.getByRole("button", { name: "Don't send" }).press("Enter");
  await expect(console.getByRole("button", { name: "Send request" })).toBeFocused();
  await expect(console.getByText("Status")).toHaveCount(0);
  await console.getByRole("button", { name: "Send request" }).click();
  await console.getByRole("button", { name: "Send anyway" }).press("Enter");
  await expect(console.getByText("Status 200")).toBeVisible();
  await expect(console.getByRole("button", { name: "Send request" })).toBeFocused();
  expect(complaints).toEqual([]);
});

test("the console's code is loaded only when it is opened", async ({ page }) => {
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith(".js")) return;
    scripts.push(await response.text().catch(() => ""));
  });
  await open(page, "/payments");
  await page.waitForLoadState("networkidle");
  expect(scripts.filter((text) => text.includes("may move money"))).toEqual([]);
  await page.getByRole("button", { name: "Try it: Create a payment", exact: true }).click();
  await expect(page.getByRole("region", { name: "Try it" })).toBeVisible();
  await expect.poll(() => scripts.some((text) => text.includes("may move money"))).toBe(true);
});

test("a signed-in reader sends without a key, about their own ids, and copies the request as code @layout", async ({
  page,
  context,
}, { project }) => {
  const { complaints } = watch(page);
  const workplace = await createWorkplace();
  const member = await createMember(workplace, "developer");
  await signIn(context, member);
  const toApi: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v1/")) toApi.push(pathname);
  });
  await open(page, "/payments");
  await page.getByRole("button", { name: "Try it: Create a payment", exact: true }).click();
  const console = page.getByRole("region", { name: "Try it" });
  await expect(console.getByLabel("Api-Key")).toHaveCount(0);
  // The partner has no test account yet.
  await expect(console.getByLabel("Send as")).toHaveValue("live");
  await expect(console.getByText("Requests act on your real account.")).toBeVisible();
  await expect(console.getByLabel("Merchant-Id")).toHaveValue(workplace.merchantId);
  await expectConsoleAccessible(page);
  await picture(page, "console-session", project.name);
  await console.getByRole("button", { name: "Send live request" }).press("Enter");
  await expect(console.getByText("Status 201")).toBeVisible();
  const answer = await console.getByRole("group", { name: "Response body" }).textContent();
  const paymentId = /pay_\w{26}/.exec(answer ?? "")?.[0] ?? "none";

  await console.getByRole("button", { name: "Show as code" }).click();
  const code = console.getByRole("group", { name: "Your request, curl" });
  await expect(code).toContainText('-H "Api-Key: $API_KEY"');
  await expect(code).toContainText(workplace.merchantId);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expectConsoleAccessible(page);
  await console.getByRole("button", { name: "Close the console" }).click();

  await page.getByRole("button", { name: "Try it: Fetch a payment's details", exact: true }).click();
  await expect(console.getByLabel("id path", { exact: true })).toHaveValue(paymentId);
  await console.getByLabel("Send as").selectOption("test");
  await console.getByRole("button", { name: "Send test request" }).click();
  await expect(console.getByText(/^Status 4\d\d$/)).toBeVisible();
  await console.getByLabel("Send as").selectOption("live");
  await console.getByRole("button", { name: "Send live request" }).click();
  await expect(console.getByText("Status 200")).toBeVisible();
  await context.clearCookies();
  await console.getByRole("button", { name: "Send live request" }).click();
  await expect(console.getByText("Your session has ended.")).toBeVisible();
  await expect(console.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", /next=%2Fdocs%2Fpayments/);
  expect(toApi).toEqual([]);
  expect(complaints.filter((text) => !isRefusal(text))).toEqual([]);
});

test("a member's role limits the console, and the dashboard's proof is asked for", async ({ page, context }) => {
  const workplace = await createWorkplace();
  await signIn(context, await createMember(workplace, "viewer"));
  await open(page, "/payments");
  await page.getByRole("button", { name: "Try it: Create a payment", exact: true }).click();
  const console = page.getByRole("region", { name: "Try it" });
  await expect(console.getByText("Your role (viewer) doesn't include this operation's permission.")).toBeVisible();
  await expect(console.getByLabel("Send as")).toHaveValue("key");
  await console.getByLabel("Send as").selectOption("live");
  await console.getByRole("button", { name: "Send live request" }).click();
  await expect(console.getByText("Status 403")).toBeVisible();

  await context.clearCookies();
  const owner = await createMember(workplace, "owner");
  await signIn(context, owner);
  await withConnection(stack().databaseUrl, (connection) =>
    connection.query(
      `UPDATE user_session SET proved_at = now() - interval '1 hour'
      WHERE user_id = (SELECT id FROM "user" WHERE email = $1)`,
      [owner.email],
    ),
  );
  await open(page, "/merchants");
  await page.getByRole("button", { name: "Try it: Update a merchant's profile or status", exact: true }).click();
  await expect(console.getByLabel("merchantId")).toHaveValue(workplace.merchantId);
  await console.getByLabel("Send as").selectOption("live");
  await console.getByLabel("Body", { exact: true }).fill('{ "merchantName": "Café Sol" }');
  await console.getByRole("button", { name: "Send live request" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it's you" });
  await dialog.getByLabel("Your password").fill(owner.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(console.getByText("Status 200")).toBeVisible();
});
