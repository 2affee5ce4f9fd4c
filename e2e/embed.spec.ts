import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";
import type { Hex } from "viem";
import { pageHeaders } from "#lib/core/page-headers.ts";
import { pay } from "#scripts/pay/pay.ts";
import { layoutTag } from "./axe.ts";
import { createBuyer } from "./buyers.ts";
import { createWorkplace, type Workplace } from "./members.ts";
import { partner } from "./partner-command.ts";
import { type CreatedPayment, callApi, createPayment, insertPayment } from "./payments.ts";
import { exampleShop, type Shop, startShop } from "./shop.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";
import { watch } from "./watch.ts";

type HostMessage = { source?: string; type?: string };
type CheckoutEvent = { type: string; status: string; paymentId: string };

let seller: Workplace;
let shop: Shop;
let stranger: Shop;
let shopPage: { body: string; policy?: string };
let strangerBody: string;

test.beforeAll(async () => {
  shop = await startShop(() => shopPage);
  stranger = await startShop(() => ({ body: strangerBody }));
  // A partner's origins are set together, and the phone's and the desktop's tests run side by side.
  seller = await createWorkplace("Embedding");
  await partner("embed-origins", seller.partnerId, shop.origin, "https://other.example");
});
test.afterAll(async () => {
  await shop.stop();
  await stranger.stop();
});

const frameOf = (page: Page) => page.frameLocator("iframe");
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Checkout" });
const outcome = (page: Page) => page.locator("#outcome");
const embedUrl = (id: string, origin: string) => `${stack().baseUrl}/embed/${id}?origin=${encodeURIComponent(origin)}`;

/** Records every window message and every `till:` event on the shop's page. */
async function record(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded = { messages: [] as unknown[], events: [] as unknown[] };
    Object.assign(window, recorded);
    addEventListener("message", ({ data, origin }) => recorded.messages.push({ ...data, origin }));
    for (const type of ["ready", "processing", "succeeded", "failed", "expired", "cancelled", "closed"]) {
      document.addEventListener(`till:${type}`, (event) => {
        recorded.events.push({ type, ...(event as CustomEvent<object>).detail });
      });
    }
  });
}
const messagesOn = (page: Page) => page.evaluate(() => (window as unknown as { messages: HostMessage[] }).messages);
const eventsOn = (page: Page) => page.evaluate(() => (window as unknown as { events: CheckoutEvent[] }).events);

/** Opens the example shop page with a new payment, and its checkout. */
async function openCheckout(page: Page, link?: string): Promise<string> {
  const gatewayUrl = link ?? (await createPayment(undefined, seller)).gatewayUrl;
  shopPage = { body: exampleShop(stack().baseUrl, gatewayUrl) };
  await record(page);
  await page.goto(shop.origin);
  await page.getByRole("link", { name: "Pay with stablecoins" }).click();
  await expect(dialogOf(page)).toBeVisible();
  await expect(frameOf(page).getByRole("heading", { level: 1 })).toHaveText(stack().merchantName);
  await expect.poll(async () => (await eventsOn(page)).map(({ type }) => type)).toEqual(["ready"]);
  return gatewayUrl;
}

test("the script is smaller than 10,000 bytes and makes no requests @desktop", async ({ request }) => {
  const response = await request.get(`${stack().baseUrl}/embed.js`);
  const body = await response.text();
  expect(response.headers()["content-type"]).toContain("javascript");
  expect(Buffer.byteLength(body)).toBeLessThan(10_000);
  expect(body).toBe(readFileSync("public/embed.js", "utf8"));
  expect(body).not.toMatch(/\b(import|fetch|XMLHttpRequest|eval)\b/);
});

test("a shop's link opens the checkout in a dialog, and the page receives the cancellation", async ({ page }) => {
  const { complaints, hosts } = watch(page);
  const link = await openCheckout(page);
  const paymentId = link.slice(-30);
  const frame = frameOf(page);
  await frame.getByRole("button", { name: "Cancel payment" }).click();
  await frame.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(frame.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await expect(outcome(page)).toHaveText("Payment status: cancelled");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Pay with stablecoins" })).toBeFocused();
  expect(await eventsOn(page)).toEqual([
    { type: "ready", paymentId, status: "open" },
    { type: "cancelled", paymentId, status: "cancelled" },
    { type: "closed", paymentId, status: "cancelled" },
  ]);
  const messages = (await messagesOn(page)).filter(({ type }) => type !== "resize");
  expect(messages).toEqual([
    { source: "till", paymentId, type: "ready", origin: stack().baseUrl },
    { source: "till", paymentId, type: "cancelled", origin: stack().baseUrl },
  ]);
  expect(complaints).toEqual([]);
  expect([...hosts].sort()).toEqual([new URL(stack().baseUrl).host, new URL(shop.origin).host].sort());
});

test("a shop's script opens the checkout, receives the success and closes it", async ({ page }) => {
  const { gatewayUrl } = await createPayment(undefined, seller);
  shopPage = { body: exampleShop(stack().baseUrl, gatewayUrl) };
  await record(page);
  await page.goto(shop.origin);
  await page.getByRole("button", { name: "Pay from a script" }).click();
  await expect(frameOf(page).getByRole("heading", { level: 1 })).toHaveText(stack().merchantName);
  const { appId, buyers } = stack();
  await pay({ link: gatewayUrl, appId, privateKey: buyers[0]?.privateKey as Hex });
  await expect(outcome(page)).toHaveText("Payment status: succeeded");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pay from a script" })).toBeFocused();
  const types = (await messagesOn(page)).map(({ type }) => type).filter((type) => type !== "resize");
  // On a fast chain the payment may succeed before the page sees it processing.
  expect(types.filter((type) => type !== "processing")).toEqual(["ready", "succeeded"]);
  // Messages contain the status only: no account, token or transaction.
  const keys = new Set((await messagesOn(page)).flatMap((message) => Object.keys(message)));
  expect([...keys].sort()).toEqual(["height", "origin", "paymentId", "source", "type"]);
});

test("a browser wallet pays inside the frame, and the page receives the success", async ({ page }) => {
  const { complaints } = watch(page);
  const buyer = await createBuyer([8453]);
  const wallet = await installWallet(page, { ...buyer, chainId: 56 });
  const link = await openCheckout(page);
  const frame = frameOf(page);
  const heading = frame.getByRole("heading", { level: 2 });
  await frame.getByRole("button", { name: "Connect wallet" }).click();
  await frame.getByRole("button", { name: "Test Wallet" }).click();
  await expect(heading).toHaveText("Choose what to pay with");
  wallet.rejectNext("eth_signTypedData_v4");
  await frame.getByRole("button", { name: "Pay 24.90 USDC" }).click();
  await expect(frame.locator("main").getByRole("alert")).toContainText("You declined the request in your wallet.");
  await frame.getByRole("button", { name: "Try again" }).click();
  await expect(heading).toHaveText("Paid");
  await expect(outcome(page)).toHaveText("Payment status: succeeded");
  const asked = wallet.asked.map(({ method }) => method);
  expect(asked).toEqual(["wallet_switchEthereumChain", "eth_signTypedData_v4", "eth_signTypedData_v4"]);
  const events = (await eventsOn(page)).filter(({ type }) => type !== "processing");
  expect(events).toEqual([
    { type: "ready", paymentId: link.slice(-30), status: "open" },
    { type: "succeeded", paymentId: link.slice(-30), status: "succeeded" },
  ]);
  expect(JSON.stringify(await messagesOn(page))).not.toContain(buyer.address.slice(2, 10));
  await page.getByRole("button", { name: "Close" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a buyer opens the checkout, pays in it and closes it with the keyboard alone @desktop", async ({ page }) => {
  await installWallet(page, await createBuyer([8453]));
  shopPage = { body: exampleShop(stack().baseUrl, (await createPayment(undefined, seller)).gatewayUrl) };
  await record(page);
  await page.goto(shop.origin);
  await page.getByRole("link", { name: "Pay with stablecoins" }).focus();
  await page.keyboard.press("Enter");
  const frame = frameOf(page);
  const heading = frame.getByRole("heading", { level: 2 });
  await expect(frame.getByText("Time left")).toBeVisible();
  const tabTo = async (part: Locator) => {
    // The dialog's own controls come before those of the checkout.
    for (let presses = 0; presses < 12; presses += 1) {
      if (await part.evaluate((element) => element === element.ownerDocument.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(part).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await tabTo(frame.getByRole("button", { name: "Connect wallet" }));
  await expect(heading).toHaveText("Choose a wallet");
  await tabTo(frame.getByRole("button", { name: "Test Wallet" }));
  await expect(heading).toHaveText("Choose what to pay with");
  await tabTo(frame.getByRole("button", { name: "Pay 24.90 USDC" }));
  await expect(heading).toHaveText("Paid");
  await expect(outcome(page)).toHaveText("Payment status: succeeded");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Pay with stablecoins" })).toBeFocused();
});

test("the dialog and the checkout in it fit at 200 % zoom @desktop", async ({ page }) => {
  await openCheckout(page);
  // 1440 px at 200 % are 720, 640 px at 200 % are 320.
  for (const width of [720, 320]) {
    await page.setViewportSize({ width, height: 450 });
    const sideways = () => document.documentElement.scrollWidth - innerWidth;
    expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0);
    for (const each of page.frames()) expect(await each.evaluate(sideways), each.url()).toBeLessThanOrEqual(0);
    await expect(page.getByRole("button", { name: "Close" })).toBeInViewport();
  }
});

for (const [status, ending] of [
  ["expired", { status: "requires_action", expiresInMs: -1_000 }],
  ["failed", { status: "failed" }],
] as const) {
  test(`the page receives the status of a payment that has already ${status} @desktop`, async ({ page }) => {
    const id = await insertPayment(ending, seller);
    shopPage = { body: exampleShop(stack().baseUrl, `${stack().baseUrl}/pay/${id}`) };
    await page.goto(shop.origin);
    await page.getByRole("button", { name: "Pay from a script" }).click();
    await expect(outcome(page)).toHaveText(`Payment status: ${status}`);
  });
}

test("embed.js accepts messages from its own frame only", async ({ page }) => {
  const link = await openCheckout(page);
  const paymentId = link.slice(-30);
  const forged = { source: "till", paymentId, type: "succeeded" };
  // Forge the message from the shop's own window, from another site's frame, and from another frame of this installation.
  await page.evaluate((message) => window.postMessage(message, "*"), forged);
  strangerBody = `<script>parent.postMessage(${JSON.stringify(forged)}, "*")</script>`;
  await page.evaluate(
    ([strange, ours]) => {
      for (const [name, src] of [
        ["strange", strange],
        ["ours", ours],
      ]) {
        document.body.append(Object.assign(document.createElement("iframe"), { name, src }));
      }
    },
    [stranger.origin, `${stack().baseUrl}/collect/${paymentId}`],
  );
  await expect.poll(() => page.frame("ours")?.title()).toContain("Till");
  await page.frame("ours")?.evaluate((message) => window.parent.postMessage(message, "*"), forged);
  await expect.poll(async () => (await messagesOn(page)).filter(({ type }) => type === "succeeded").length).toBe(3);
  expect((await eventsOn(page)).map(({ type }) => type)).toEqual(["ready"]);
  await expect(outcome(page)).toHaveText("");
  // Even the dialog's own frame may report on its own payment only.
  const [own] = page.frames().filter((frame) => frame.url().includes("/embed/"));
  const post = (message: object) => own?.evaluate((one) => window.parent.postMessage(one, "*"), message);
  await post({ ...forged, paymentId: "pay_01ARZ3NDEKTSV4RRFFQ69G5FAV" });
  await post({ ...forged, source: "other" });
  await post({ ...forged, type: "constructor" });
  await post({ ...forged, type: "processing" });
  await expect.poll(async () => (await eventsOn(page)).map(({ type }) => type)).toEqual(["ready", "processing"]);
});

test("posts messages to the listed parent page only @desktop", async ({ page }) => {
  const { paymentId } = await createPayment(undefined, seller);
  strangerBody = "<p>A stranger</p>";
  await record(page);
  await page.goto(stranger.origin);
  const popup = page.waitForEvent("popup");
  await page.evaluate((url) => void window.open(url), embedUrl(paymentId, shop.origin));
  const opened = await popup;
  await expect(opened.getByText("Time left")).toBeVisible();
  await opened.getByRole("button", { name: "Cancel payment" }).click();
  await opened.getByRole("button", { name: "Yes, cancel" }).click();
  await expect(opened.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  expect(await messagesOn(page)).toEqual([]);
});

test("only a listed page can frame the checkout @desktop", async ({ page, request }) => {
  const { paymentId, gatewayUrl } = await createPayment(undefined, seller);
  const frames = {
    own: embedUrl(paymentId, stranger.origin),
    borrowed: embedUrl(paymentId, shop.origin),
    none: `${stack().baseUrl}/embed/${paymentId}`,
    pay: gatewayUrl,
  };
  const html = Object.entries(frames)
    .map(([name, src]) => `<iframe name="${name}" src="${src.replaceAll("&", "&amp;")}"></iframe>`)
    .join("");
  strangerBody = html;
  await page.goto(stranger.origin, { waitUntil: "load" });
  for (const name of Object.keys(frames))
    await expect.poll(() => page.frame(name)?.url(), { message: name }).toMatch(/^chrome-error:/);
  // A listed page can't use another listed origin, and can't frame the checkout while an unlisted page frames it.
  shopPage = { body: `<iframe name="other" src="${embedUrl(paymentId, "https://other.example")}"></iframe>${html}` };
  await page.goto(shop.origin, { waitUntil: "load" });
  expect(page.frame("other")?.url()).toMatch(/^chrome-error:/);
  expect(page.frame("borrowed")?.url()).toContain("/embed/");
  strangerBody = `<iframe src="${shop.origin}"></iframe>`;
  await page.goto(stranger.origin, { waitUntil: "load" });
  await expect.poll(() => page.frame("borrowed")?.url()).toMatch(/^chrome-error:/);

  const ancestorsOf = async (url: string, headers: Record<string, string> = {}) => {
    const response = await request.get(url, { maxRedirects: 0, headers });
    return [
      response.status(),
      /frame-ancestors ([^;]*)/.exec(response.headers()["content-security-policy"] ?? "")?.[1],
    ];
  };
  expect(await ancestorsOf(frames.borrowed)).toEqual([200, shop.origin]);
  const forged = { [pageHeaders.embedOrigin]: stranger.origin };
  for (const origin of [
    stranger.origin,
    "*",
    "'self'",
    "https:",
    "",
    `${shop.origin}/`,
    `${shop.origin} *`,
    `${shop.origin}; script-src *`,
    "https://evil.example",
  ]) {
    expect(await ancestorsOf(embedUrl(paymentId, origin), forged), origin).toEqual([307, "'none'"]);
  }
  expect(await ancestorsOf(frames.none, forged)).toEqual([307, "'none'"]);
  const other = embedUrl("pay_01ARZ3NDEKTSV4RRFFQ69G5FAV", shop.origin);
  expect(await ancestorsOf(other)).toEqual([307, "'none'"]);
  expect(await ancestorsOf(gatewayUrl, forged)).toEqual([200, "'none'"]);
});

test("throws a TypeError for links of other installations @desktop", async ({ page }) => {
  await openCheckout(page);
  const messages = await page.evaluate(() => {
    const { open } = (window as unknown as { Till: { open(link: string): void } }).Till;
    return ["https://evil.example/pay/pay_01ARZ3NDEKTSV4RRFFQ69G5FAV", "javascript:alert(1)", ""].map((link) => {
      try {
        open(link);
        return "opened";
      } catch (error) {
        return String(error);
      }
    });
  });
  for (const message of messages) expect(message).toContain("TypeError: Till:");
});

test("Escape closes the dialog inside and outside the frame, and returns the focus", async ({ page }) => {
  await openCheckout(page);
  const opener = page.getByRole("link", { name: "Pay with stablecoins" });
  await expect(page.locator("iframe")).toBeFocused();
  await frameOf(page).getByRole("button", { name: "Cancel payment" }).focus();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("Escape closes the dialog while the list of items is open in the frame @desktop", async ({ page }) => {
  const lineItems = ["Espresso beans", "Cup", "Spoon", "Gift wrap"].map((name) => ({
    name,
    quantity: 2,
    total: "600",
  }));
  const order = { referenceId: "ORDER 8", amount: { unit: "iso4217/USD", value: "2490" }, lineItems };
  const { gatewayUrl } = (await callApi(seller, "POST", "/v1/payments", order)) as CreatedPayment;
  await openCheckout(page, gatewayUrl);
  // The frame is as narrow as a phone, on which the order is folded.
  await frameOf(page).getByRole("button", { name: "Payment details" }).click();
  await frameOf(page).getByText("Items (4)").click();
  await expect(frameOf(page).getByText("Gift wrap")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
});

test("a page whose router replaces the body while the checkout is open can be scrolled again @desktop", async ({
  page,
}) => {
  const link = await openCheckout(page);
  await page.evaluate((gatewayUrl) => {
    const { Till } = window as unknown as { Till: { open(url: string, options: object): void } };
    const text = document.createElement("p");
    Till.open(gatewayUrl, { onClose: ({ status }: { status: string }) => text.append(status) });
    const body = document.createElement("body");
    body.append(text);
    document.body.replaceWith(body);
  }, link);
  await expect(page.locator("body")).toHaveText("open");
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("");
});

test("keeps the focus inside the open dialog @desktop", async ({ page }) => {
  await openCheckout(page);
  const focused = new Set<string>();
  for (let count = 0; count < 30; count += 1) {
    await page.keyboard.press("Tab");
    focused.add(await page.evaluate(() => document.activeElement?.tagName ?? ""));
  }
  // DIV is the dialog's shadow host and BODY the browser's own controls; the page below never gets the focus.
  expect([...focused].filter((tag) => tag !== "DIV" && tag !== "BODY")).toEqual([]);
  expect(focused).toContain("DIV");
});

test("fills the screen of a phone @phone", async ({ page }) => {
  await openCheckout(page);
  expect(await dialogOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  const sideways = await frameOf(page)
    .locator("html")
    .evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(sideways).toBe(0);
});

test("is centered on a desktop and as tall as its content @desktop", async ({ page }) => {
  await openCheckout(page);
  const box = await dialogOf(page).boundingBox();
  expect(box?.width).toBe(480);
  expect(box?.x).toBe(480);
  expect(box?.height).toBeLessThanOrEqual(900 * 0.94);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds no violation: ${colorScheme} ${layoutTag(colorScheme)}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openCheckout(page);
    const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).analyze();
    expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }))).toEqual([]);
  });
}

test("works under a strict policy of the shop, in the shop's language and theme @desktop", async ({ page }) => {
  const { complaints } = watch(page);
  const { gatewayUrl } = await createPayment(undefined, seller);
  const { baseUrl } = stack();
  shopPage = {
    body: `<!doctype html><html lang="de-AT"><title>Laden</title><link rel="icon" href="data:,">
      <script src="${baseUrl}/embed.js" async></script>
      <button data-till-payment="${gatewayUrl}" data-till-theme="dark">Bezahlen</button></html>`,
    policy: `default-src 'none'; script-src ${baseUrl}; frame-src ${baseUrl}; img-src data:`,
  };
  await page.goto(shop.origin);
  await page.getByRole("button", { name: "Bezahlen" }).click();
  await expect(page.getByRole("dialog", { name: "Bezahlen" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Schließen" })).toBeVisible();
  const html = frameOf(page).locator("html");
  await expect(html).toHaveAttribute("lang", "de");
  await expect(html).toHaveAttribute("data-theme", "dark");
  expect(complaints).toEqual([]);
});

test.describe("the script @desktop", () => {
  for (const [how, loadFrom] of [
    [
      "as a script of another origin that reports its errors",
      (base: string) => `<script src="${base}/embed.js" crossorigin async></script>`,
    ],
    ["as a module", (base: string) => `<script type="module" src="${base}/embed.js"></script>`],
    ["by an import of a module", (base: string) => `<script type="module">import("${base}/embed.js");</script>`],
  ] as const) {
    test(`loads ${how}`, async ({ page }) => {
      const { complaints } = watch(page);
      const { gatewayUrl } = await createPayment(undefined, seller);
      shopPage = {
        body: `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">${loadFrom(stack().baseUrl)}
        <a href="${gatewayUrl}" data-till-payment>Pay</a></html>`,
      };
      await page.goto(shop.origin);
      await page.waitForFunction(() => "Till" in window);
      await page.getByRole("link", { name: "Pay" }).click();
      await expect(frameOf(page).getByRole("heading", { level: 1 })).toHaveText(stack().merchantName);
      expect(complaints).toEqual([]);
    });
  }

  for (const addition of ["?_gl=1*abc*_ga*MTIz", "/", "/?utm_source=mail#pay", "#pay"]) {
    test(`opens a payment link with ${addition} at its end`, async ({ page }) => {
      const { gatewayUrl } = await createPayment(undefined, seller);
      await openCheckout(page, `${gatewayUrl}${addition}`);
      await expect(page.locator("iframe")).toHaveAttribute("src", new RegExp(`/embed/${gatewayUrl.slice(-30)}\\?`));
    });
  }
});

test("offers a new window on a page that isn't listed @desktop", async ({ page }) => {
  await page.clock.install();
  const { gatewayUrl } = await createPayment(undefined, seller);
  strangerBody = exampleShop(stack().baseUrl, gatewayUrl);
  await page.goto(stranger.origin);
  const loaded = page.waitForEvent("framenavigated", (frame) => frame !== page.mainFrame());
  await page.getByRole("link", { name: "Pay with stablecoins" }).click();
  await expect(dialogOf(page).getByText("Loading checkout…")).toBeVisible();
  await loaded;
  await page.clock.runFor(4_000);
  const link = dialogOf(page).getByRole("link", { name: "Open checkout in a new window" });
  await expect(link).toHaveAttribute("href", gatewayUrl);
});
