import { expect, type Page, test } from "@playwright/test";
import { expectNoFaults } from "./axe.ts";
import { stack } from "./stack.ts";
import { smallTargets } from "./tap-targets.ts";

const open = (page: Page, path: string) => page.goto(`${stack().baseUrl}${path}`);

const pages = [
  "/",
  ...[
    "",
    "/payments",
    "/merchants",
    "/settlements",
    "/events",
    "/gateway",
    "/webhooks",
    "/objects",
    "/errors",
    "/changelog",
  ].map((page) => `/docs${page}`),
  ...["/guides/quick-start", "/guides/errors", "/search?q=webhook"].map((page) => `/docs${page}`),
  "/docs/payments?version=2026-02-19.preview",
];

/** A page of each kind. The others have the same parts. */
const accessiblePages = new Set([
  "/",
  ...["", "/settlements", "/events", "/objects", "/errors", "/changelog"].map((page) => `/docs${page}`),
  ...["/guides/quick-start", "/search?q=webhook"].map((page) => `/docs${page}`),
]);

/** The width in pixels by which the page exceeds the screen; a phone's window grows with its page. */
const overflow = async (page: Page) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) - (page.viewportSize()?.width ?? 0);

const openDetails = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });

/** Returns the fragments of links on this page that have no target on it. */
const deadFragments = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
      .map((link) => link.hash.slice(1))
      .filter((id) => document.getElementById(id) === null),
  );

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    // One test, because a browser's context costs more than most of these pages.
    test(`no page has errors or dead links, each fits the window, and none requests another host${javaScriptEnabled ? " @layout" : ""}`, async ({
      page,
    }, { project }) => {
      const complaints: string[] = [];
      const hosts = new Set<string>();
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => hosts.add(new URL(request.url()).host));
      const window = page.viewportSize() ?? { width: 1440, height: 900 };
      for (const path of pages) {
        await test.step(path, async () => {
          await page.setViewportSize(window);
          await open(page, path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await openDetails(page);
          if (javaScriptEnabled && project.name === "desktop" && accessiblePages.has(path)) await expectNoFaults(page);
          expect(await overflow(page), path).toBeLessThanOrEqual(0);
          // 1440 px at 200 % are 720.
          await page.setViewportSize({ width: project.name === "phone" ? 320 : 720, height: 844 });
          expect(await overflow(page), path).toBeLessThanOrEqual(0);
          if (project.name === "phone") expect(await smallTargets(page, "header, nav, dl, details"), path).toEqual([]);
          expect(await deadFragments(page), path).toEqual([]);
          expect(complaints, path).toEqual([]);
          expect([...hosts], path).toEqual([new URL(stack().baseUrl).host]);
        });
      }
    });
  });
}

test("axe finds no violation on a page that doesn't exist, nor in the guide to webhooks @desktop", async ({ page }) => {
  for (const path of ["/nothing-here", "/docs/nothing-here", "/docs/guides/webhooks"]) {
    await open(page, path);
    await openDetails(page);
    await expectNoFaults(page);
  }
});

test("the start page leads to the docs, and the navigation has titles of tasks @desktop", async ({ page }) => {
  await open(page, "/");
  await page.getByRole("link", { name: "API reference" }).click();
  await expect(page).toHaveURL(/\/docs(?:\?|$)/);
  const links = page.getByRole("navigation", { name: "Contents" }).getByRole("link");
  const titles = await links.allTextContents();
  expect(titles).toEqual(
    expect.arrayContaining(["Quick start", "Receive webhooks", "Create a payment", "Cancel an unconfirmed payment"]),
  );
  // A path or an identifier of the code would be no title.
  expect(titles.filter((text) => /[/_{]|^[a-z]/.test(text.trim()))).toEqual([]);
});

test("responses and events can be copied @desktop", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await open(page, "/docs/payments");
  const operation = page.getByRole("region", { name: "Create a payment", exact: true });
  await operation.getByRole("button", { name: "Copy: Response: 201" }).first().press("Enter");
  await expect.poll(clipboard).toContain('"gatewayUrl"');
  await open(page, "/docs/events");
  await page.getByRole("button", { name: "Copy: An event" }).first().press("Enter");
  await expect.poll(clipboard).toContain('"api_key.created"');
});

test("the installation serves the TypeScript client @desktop", async ({ page }) => {
  await open(page, "/docs/guides/webhooks");
  const { baseUrl } = stack();
  await expect(page.getByText(`curl -fO ${baseUrl}/docs/till-sdk.tgz`)).toBeVisible();
  const response = await page.request.get(`${baseUrl}/docs/till-sdk.tgz`);
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toMatch(/gzip|octet-stream|x-tgz|x-tar/);
  expect([...(await response.body()).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
});

test("axe finds no violation with two consoles open @desktop", async ({ page }) => {
  await open(page, "/docs/merchants");
  for (const title of ["Fetch a merchant with its settlements", "Delete a merchant"]) {
    await page.getByRole("button", { name: `Try it: ${title}`, exact: true }).click();
    await expect(page.getByRole("region", { name: `Try it: ${title}`, exact: true })).toBeVisible();
  }
  await expectNoFaults(page);
});

test("the reference shows an operation's path, fields, curl command and errors @desktop", async ({ page }) => {
  await open(page, "/docs");
  await expect(page).toHaveTitle("Docs · Till");
  await page
    .locator("#content")
    .getByRole("link", { name: /payments Create a payment$/ })
    .first()
    .click();
  await expect(page).toHaveTitle("Payments · API reference · Till");
  const operation = page.getByRole("region", { name: "Create a payment", exact: true });
  await expect(operation.getByText("/v1/payments").first()).toBeVisible();
  await expect(operation.getByText("referenceId", { exact: true }).first()).toBeVisible();
  await expect(operation.getByText(`curl '${stack().baseUrl}/v1/payments'`).first()).toBeVisible();
  await operation.getByRole("radio", { name: "Python" }).first().check();
  await expect(operation.getByText('os.environ["API_KEY"]').first()).toBeVisible();
  await expect(operation.getByText("curl '").first()).toBeHidden();
  // The samples change without JavaScript; the choice is stored when it runs.
  await page.waitForFunction(() => localStorage.getItem("till-docs-language") === "python");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Python" }).last()).toBeChecked();
  await operation.getByRole("link", { name: "idempotency_conflict" }).click();
  await expect(page).toHaveURL(/\/docs\/errors#idempotency_conflict$/);
  await expect(page.getByRole("region", { name: "idempotency_conflict" })).toBeInViewport();
  // The contents are longer than the screen, and show the current page.
  const contents = page.getByRole("navigation", { name: "Contents" });
  await expect(contents.getByRole("link", { name: "Errors", exact: true })).toBeInViewport();
});

test("the preview is one link away, and shows its additional fields @desktop", async ({ page }) => {
  await open(page, "/docs/payments");
  await expect(page.getByText("successUrl", { exact: true })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Versions" }).getByRole("link", { name: "2026-02-19.preview" }).click();
  await expect(page.getByText("successUrl", { exact: true }).first()).toBeVisible();
});

test("the first Tab stop skips the navigation @desktop", async ({ page }) => {
  await open(page, "/docs");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("#content a").first()).toBeFocused();
});

test("the search shows hits while typing, by keyboard, and without JavaScript on a page @desktop", async ({
  page,
  browser,
}) => {
  await open(page, "/docs");
  const field = page.getByRole("searchbox", { name: "Search the docs" });
  await field.fill("safe to repaet");
  await expect(page.getByRole("search").getByRole("link").first()).toContainText("Make requests safe to repeat");
  await expectNoFaults(page);
  await field.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle("Make requests safe to repeat · Docs · Till");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await open(plain, "/docs");
  await plain.getByRole("searchbox", { name: "Search the docs" }).fill("receive <webhooks>");
  await plain.keyboard.press("Enter");
  await expect(plain.locator("#content").getByText("Results for “receive <webhooks>”")).toBeVisible();
  await plain.locator("#content").getByRole("link", { name: "Receive webhooks" }).first().click();
  await expect(plain.getByRole("heading", { level: 1, name: "Receive webhooks" })).toBeVisible();
  await context.close();
});

test("/ and Ctrl K lead to the search, and type nothing into it @desktop", async ({ page }) => {
  await open(page, "/docs/payments");
  const field = page.getByRole("searchbox", { name: "Search the docs" });
  await expect(field).toHaveAttribute("aria-keyshortcuts", "/ Control+K Meta+K");
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.type("a/b");
  await expect(field).toHaveValue("a/b");
  await field.blur();
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  // The previous query is selected, so that typing replaces it.
  await page.keyboard.type("refund");
  await expect(field).toHaveValue("refund");
});

for (const path of ["/docs?version=2020-01-01", "/docs/payments?version=x", "/docs/nothing", "/docs/guides/nothing"]) {
  test(`${path} does not exist @desktop`, async ({ page }) => {
    expect((await open(page, path))?.status()).toBe(404);
    await expect(page.getByRole("link", { name: "overview of all pages" })).toBeVisible();
  });
}

test("/openapi.json is the document of the requested version @desktop", async ({ request }) => {
  const response = await request.get(`${stack().baseUrl}/openapi.json?version=2026-02-19.preview`);
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ openapi: "3.1.0", info: { version: "2026-02-19.preview" } });
  expect((await request.get(`${stack().baseUrl}/openapi.json?version=x`)).status()).toBe(400);
});
