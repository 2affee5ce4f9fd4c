import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { type APIResponse, expect, test } from "@playwright/test";
import type { Hex } from "viem";
import { pay } from "#scripts/pay/pay.ts";
import { createBuyer } from "./buyers.ts";
import { button, problem } from "./paying.ts";
import { createPayment, type Ending, insertPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";
import { watch } from "./watch.ts";

async function payAsBuyer(link: string) {
  const { appId, buyers } = stack();
  return pay({ link, appId, privateKey: buyers[0]?.privateKey as Hex });
}

async function linkTo(ending: Ending): Promise<string> {
  return `${stack().baseUrl}/pay/${await insertPayment(ending)}`;
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("shows the merchant, amount, status and expiry", async ({ page }) => {
    const { gatewayUrl } = await createPayment();
    await page.goto(gatewayUrl);
    await expect(page).toHaveTitle(`$24.90 to ${stack().merchantName} · Till`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(stack().merchantName);
    await expect(page.getByText("$24.90", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { level: 2 })).toHaveText("Choose how to pay");
    await expect(page.getByText("Pay by")).toBeVisible();
    await expect(page.locator("time")).toContainText("UTC");
    await expect(page.getByText(gatewayUrl)).toBeVisible();
    await expect(page.getByRole("link", { name: "Reload this page" })).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByText("Reference SECRET-ORDER-7")).toBeVisible();
  });
});

test("shows the success and the transaction without a reload", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Choose how to pay");
  await expect(page.getByText("Time left")).toBeVisible();
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });

  const [paid] = await Promise.all([
    payAsBuyer(gatewayUrl),
    expect(page.getByRole("heading", { name: "Payment sent" })).toBeVisible(),
  ]);

  expect(paid.status).toBe("succeeded");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Paid");
  const announced = `Paid. Your payment to ${stack().merchantName} is complete.`;
  await expect(page.getByRole("status").filter({ hasText: announced })).toHaveCount(1);
  await expect(page.getByText("24.90 USDC")).toBeVisible();
  await expect(page.getByText("Time left")).toHaveCount(0);
  await page.getByRole("button", { name: "Copy transaction hash" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(paid.info?.txId);
  expect(loads).toBe(0);
});

test("shows the expiry without a reload", async ({ page }) => {
  await page.goto(await linkTo({ status: "requires_action", expiresInMs: 10_000 }));
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Choose how to pay");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Payment expired");
  await expect(page.getByRole("button")).toHaveCount(0);
});

const endings: [title: string, ending: Ending][] = [
  ["Payment expired", { status: "requires_action", expiresInMs: -1_000 }],
  ["Payment expired", { status: "expired", expiresInMs: -1_000 }],
  ["Payment cancelled", { status: "cancelled", cancelledReason: "cancelled_by_merchant" }],
  ["Payment failed", { status: "failed" }],
  ["Payment declined", { status: "failed", failureCode: "declined_user" }],
];
for (const [title, ending] of endings) {
  test(`shows "${title}" for ${JSON.stringify(ending)}, and stops polling`, async ({ page }) => {
    const polls: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/status")) polls.push(request.url());
    });
    await page.goto(await linkTo(ending));
    await expect(page.getByRole("heading", { level: 2 })).toHaveText(title);
    await expect(page.getByText(/you haven’t been charged/i)).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(polls).toEqual([]);
  });
}

for (const id of ["pay_01ARZ3NDEKTSV4RRFFQ69G5FAV", "pay_01ARZ3", "%00"]) {
  test(`answers 404 with a helpful page for the unknown payment ${id}`, async ({ page }) => {
    const response = await page.goto(`${stack().baseUrl}/pay/${id}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment not found");
  });
}

test("the previews of emails aren't part of a production build @desktop", async ({ page }) => {
  for (const path of ["/emails", "/emails/receipt"]) {
    expect((await page.goto(`${stack().baseUrl}${path}`))?.status()).toBe(404);
  }
});

test("answers 404 with a page for a link with broken percent encoding @desktop", async () => {
  const { hostname, port } = new URL(stack().baseUrl);
  // A browser and fetch would repair the path.
  const asked = get({ hostname, port, path: "/pay/%E0%A4%A", agent: false });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(404);
  expect(answer.headers["content-type"]).toContain("text/html");
  expect(await text(answer)).toContain("Page not found");
});

test("runs under a strict policy without errors, and makes no requests to other hosts", async ({ page }) => {
  const { complaints, hosts } = watch(page);
  const open = await createPayment();
  const paid = await createPayment();
  await payAsBuyer(paid.gatewayUrl);
  const policies: string[] = [];
  for (const link of [stack().baseUrl, open.gatewayUrl, paid.gatewayUrl]) {
    const response = await page.goto(link, { waitUntil: "load" });
    const headers = response?.headers() ?? {};
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["x-powered-by"]).toBeUndefined();
    policies.push(headers["content-security-policy"] ?? "");
  }
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Paid");
  await expect(page.locator("img").first()).toHaveJSProperty("complete", true);
  for (const policy of policies) {
    expect(policy).toMatch(/script-src 'nonce-[A-Za-z0-9+/=]{40,}' 'strict-dynamic';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
  }
  expect(new Set(policies).size).toBe(policies.length);
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(stack().baseUrl).host]);
});

test("has the styles of buyer pages only, and asks for its font before the page arrives @desktop", async ({
  request,
}) => {
  const { gatewayUrl } = await createPayment();
  const pages = [gatewayUrl, `${stack().baseUrl}/sign-in`, `${stack().baseUrl}/docs`].map((url) => request.get(url));
  const [checkout, ...others] = await Promise.all(pages);
  const stylesOf = async (page: APIResponse | undefined) =>
    /<style[^>]*>(.*?)<\/style>/s.exec((await page?.text()) ?? "")?.[1] ?? "";
  const styles = await stylesOf(checkout);
  expect(styles.length).toBeGreaterThan(10_000);
  expect(styles.length).toBeLessThan(36_000);
  for (const other of others) expect(await stylesOf(other)).not.toBe(styles);
  const font = /<([^>]+\.woff2)>; rel=preload/.exec(checkout?.headers().link ?? "")?.[1] ?? "";
  const { pathname } = new URL(font, stack().baseUrl);
  expect(styles).toContain(pathname);
  expect((await request.get(`${stack().baseUrl}${pathname}`)).status()).toBe(200);
});

test("shows a lost connection, and recovers", async ({ page }) => {
  const { gatewayUrl } = await createPayment();
  await page.route("**/v1/gateway/**", (route) => route.abort());
  await page.goto(gatewayUrl);
  const notice = page.getByText("No connection. Reconnecting…");
  // Once on screen and once for screen readers.
  await expect(notice).toHaveCount(2);
  await expect(notice.first()).toBeVisible();
  await page.unroute("**/v1/gateway/**");
  await expect(notice).toHaveCount(0);
});

test("a page from before an upgrade, whose wallet code is gone, loads itself anew, once", async ({ page }) => {
  let documents = 0;
  let isGone = false;
  page.on("request", (request) => {
    if (!request.isNavigationRequest()) return;
    documents += 1;
    isGone = false;
  });
  await page.route("**/_next/static/chunks/*", (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()));
  await installWallet(page, await createBuyer([8453]));
  const { gatewayUrl } = await createPayment();
  const connect = button(page, "Connect wallet");
  // A page that asks for the status for the first time has become interactive.
  const polled = () => page.waitForRequest("**/status?maxPollMs=0");
  await Promise.all([polled(), page.goto(gatewayUrl)]);
  isGone = true;
  await Promise.all([polled(), connect.click()]);
  expect(documents).toBe(2);
  isGone = true;
  await connect.click();
  await expect(problem(page)).toContainText("Wallets couldn’t be loaded.");
  isGone = false;
  await connect.click();
  await expect(button(page, "Test Wallet")).toBeVisible();
  expect(documents).toBe(2);
});

test("stops polling while the page is hidden, and polls at once when it returns", async ({ page }) => {
  const { gatewayUrl } = await createPayment();
  const setVisibility = (state: "hidden" | "visible") =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const longPoll = page.waitForRequest(/maxPollMs=25000/);
  await page.goto(gatewayUrl);
  const aborted = page.waitForEvent("requestfailed", { predicate: (request) => request.url().includes("maxPollMs") });
  await longPoll;
  await setVisibility("hidden");
  await aborted;
  const polls: string[] = [];
  page.on("request", (request) => polls.push(request.url()));
  await payAsBuyer(gatewayUrl);
  expect(polls).toEqual([]);
  await setVisibility("visible");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Paid");
});

test("the payment link can be copied with the keyboard", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await expect(page.getByText("Time left")).toBeVisible();
  const copy = page.getByRole("button", { name: "Copy payment link" });
  for (let presses = 0; presses < 8 && !(await copy.evaluate((it) => it === document.activeElement)); presses++) {
    await page.keyboard.press("Tab");
  }
  await expect(copy).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(gatewayUrl);
});

test("shows a long amount exactly, on one line and within the page, down to 320 px @layout", async ({ page }) => {
  const usdtOnBnb = "caip19/eip155:56/erc20:0x55d398326f99059fF775485246999027B3197955";
  const { gatewayUrl } = await createPayment({ unit: usdtOnBnb, value: "1234567890123456789012" });
  await page.goto(gatewayUrl);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const amount = page.getByText("1,234.567890123456789012 USDT");
    await expect(amount).toBeVisible();
    const fits = await amount.evaluate(
      (element) =>
        element.scrollWidth <= element.clientWidth &&
        element.clientHeight < 2 * Number.parseFloat(getComputedStyle(element).lineHeight) &&
        document.documentElement.scrollWidth <= innerWidth,
    );
    expect(fits, `at ${width} px`).toBe(true);
  }
});
