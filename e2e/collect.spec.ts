import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import { ada } from "#test/buyer-data/samples.ts";
import { type AskingPartner, createAskingPartner, provider, readCollected } from "./asking-partner.ts";
import { expectNoFaults, layoutTag } from "./axe.ts";
import { startOtherOrigin } from "./other-origin.ts";
import { createPayment, type Ending, insertPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

const complete = { type: "IC_COMPLETE", success: true };

let seller: AskingPartner;
let lastAccount = 0;

test.beforeAll(async () => {
  seller = await createAskingPartner();
});

/** An account without submitted details. */
function newAccount(): string {
  lastAccount += 1;
  return `eip155:8453:0x${(BigInt(Date.now()) * 1_000n + BigInt(lastAccount)).toString(16).padStart(40, "0")}`;
}

function formUrl(paymentId: string, query: Record<string, string> = {}): string {
  const url = new URL(`${stack().baseUrl}/collect/${paymentId}`);
  for (const [name, value] of Object.entries({ accounts: newAccount(), ...query })) url.searchParams.set(name, value);
  return url.href;
}

async function openForm(page: Page, query: Record<string, string> = {}): Promise<string> {
  const { paymentId } = await createPayment(undefined, seller);
  await page.goto(formUrl(paymentId, query));
  await expect(page.getByRole("heading", { name: "Your details" })).toBeVisible();
  return paymentId;
}

/** Locators of the form's controls, on a page or in a frame. */
function controls(on: Page | FrameLocator) {
  return {
    name: on.getByLabel("Full name"),
    dob: on.getByLabel("Date of birth"),
    country: on.getByLabel("Country").locator("visible=true"),
    address: on.getByLabel("Address"),
    town: on.getByLabel("City of birth"),
    box: on.getByRole("checkbox"),
    send: on.getByRole("button", { name: "Send my details" }),
  };
}

async function fillIn(on: Page | FrameLocator): Promise<void> {
  const { name, dob, country, address, box } = controls(on);
  await name.fill(ada.fullName);
  await dob.fill(ada.dob);
  await country.selectOption(ada.porCountry);
  await address.fill(ada.porAddress);
  await box.check();
}

/** Records the URLs that the page posts to from now on. */
function listPosts(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  return sent;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("shows the provider and the payment, and can't be sent", async ({ page }) => {
    await openForm(page, { prefill: encode({ fullName: ada.fullName }) });
    await expect(page).toHaveTitle("Your details · Till");
    await expect(page.getByText("Payment to Café Lumen")).toBeVisible();
    await expect(page.getByText("$24.90")).toBeVisible();
    await expect(page.getByText(`${provider.name} needs to know who is paying.`)).toBeVisible();
    await expect(page.locator("noscript p")).toHaveText("This form needs JavaScript. Turn it on to continue.");
    await expect(page.getByLabel("Full name")).toHaveValue(ada.fullName);
    await expect(page.getByRole("link", { name: "privacy policy" })).toHaveAttribute("href", provider.privacy);
    await expect(page.getByRole("button")).toHaveCount(0);
  });
});

test("accepts the details once and never shows them again", async ({ page }) => {
  const { complaints, hosts } = watch(page);
  const paymentId = await openForm(page);
  await fillIn(page);
  await controls(page).send.click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeFocused();
  expect(await readCollected(seller, paymentId)).toEqual([ada]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No details needed" })).toBeVisible();
  await expect(page.getByText("needs to know who is paying")).toHaveCount(0);
  expect(await page.content()).not.toContain("Ada");
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(stack().baseUrl).host]);
});

test("accepts the place of birth instead of the residence", async ({ page }) => {
  const paymentId = await openForm(page);
  await fillIn(page);
  await page.getByRole("radio", { name: "Birthplace" }).check();
  const { country, town, send } = controls(page);
  await expect(page.getByLabel("Address")).toBeHidden();
  await country.selectOption({ label: "France" });
  await town.fill("Paris");
  await send.click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  const { porCountry: _, porAddress: __, ...person } = ada;
  expect(await readCollected(seller, paymentId)).toEqual([{ ...person, pobCountry: "FR", pobAddress: "Paris" }]);
});

test("shows an error at each invalid field, focuses the first, and sends nothing before the terms are accepted", async ({
  page,
}) => {
  const sent = listPosts(page);
  const paymentId = await openForm(page);
  const { name, dob, country, address, box, send } = controls(page);
  await send.click();
  await expect(name).toBeFocused();
  for (const [control, text] of [
    [name, "As shown on your passport or ID card Enter your full name."],
    [dob, "Enter your date of birth."],
    [country, "Choose a country."],
    [address, "Street, house number and city Enter your address."],
    [box, "Accept the terms and privacy policy to continue."],
  ] as const) {
    await expect(control).toHaveAttribute("aria-invalid", "true");
    await expect(control).toHaveAccessibleDescription(text);
  }
  await expect(page.getByRole("status").filter({ hasText: "Fields that need your attention: 5." })).toHaveCount(1);

  await fillIn(page);
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
  await dob.fill("2999-01-01");
  await send.click();
  await expect(dob).toBeFocused();
  await expect(dob).toHaveAccessibleDescription("Enter a date in the past.");
  await dob.fill(ada.dob);
  await address.fill("x".repeat(201));
  await send.click();
  await expect(address).toHaveAccessibleDescription(/Use 200 characters or fewer\./);
  await address.fill(ada.porAddress);
  await box.uncheck();
  await send.click();
  await expect(box).toBeFocused();
  expect(sent).toEqual([]);
  await box.check();
  await send.click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await readCollected(seller, paymentId)).toEqual([ada]);
});

test("prefills the wallet's details, but never the terms, sends nothing by itself, and clears the URL", async ({
  page,
}) => {
  const sent = listPosts(page);
  const paymentId = await openForm(page, { prefill: encode(ada), theme: "dark" });
  const { name, dob, country, address, box, send } = controls(page);
  await expect(name).toHaveValue(ada.fullName);
  await expect(dob).toHaveValue(ada.dob);
  await expect(country).toHaveValue("GB");
  await expect(address).toHaveValue(ada.porAddress);
  await expect(box).not.toBeChecked();
  await expect(page).not.toHaveURL(/prefill/);
  await expect(page).toHaveURL(/theme=dark/);
  expect(sent).toEqual([]);
  await box.check();
  await send.click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  expect(await readCollected(seller, paymentId)).toEqual([ada]);
});

test("a URL can't inject markup, a theme or an account", async ({ page }) => {
  const { complaints } = watch(page);
  const script = '"><script>alert(1)</script>';
  for (const query of [
    { prefill: encode({ fullName: script, porAddress: "javascript:alert(1)" }) },
    { prefill: script },
    { theme: `dark${script}` },
    { accounts: script },
  ] as Record<string, string>[]) {
    const { paymentId } = await createPayment(undefined, seller);
    const response = await page.goto(formUrl(paymentId, query));
    expect(response?.status()).toBe(200);
    expect(response?.headers()["cache-control"]).toContain("no-store");
    expect(await page.locator("html").getAttribute("data-theme")).toBeNull();
  }
  await expect(page.getByRole("heading", { name: "Incomplete link" })).toBeVisible();
  expect(complaints).toEqual([]);
});

for (const theme of ["light", "dark"] as const) {
  test(`is ${theme} if the wallet asks for it, even if the system prefers the other theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme === "light" ? "dark" : "light" });
    await openForm(page, { theme });
    const canvas = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(canvas).toBe(theme === "light" ? "rgb(243, 242, 237)" : "rgb(14, 17, 16)");
    const themeColor = page.locator('meta[name="theme-color"]').first();
    await expect(themeColor).toHaveAttribute("content", theme === "light" ? "#f3f2ed" : "#0e1110");
  });

  test(`axe finds no violation: ${theme}, empty, with errors, after a failure, and done ${layoutTag(theme)}`, async ({
    page,
  }) => {
    await page.route("**/submit", (route) => route.abort());
    await openForm(page, { theme });
    const { send } = controls(page);
    await expect(send).toBeEnabled();
    await expectNoFaults(page);
    await send.click();
    await expect(page.getByText("Enter your full name.")).toBeVisible();
    await expectNoFaults(page);
    await fillIn(page);
    await send.click();
    await expect(page.getByRole("alert").filter({ hasText: "No connection." })).toBeVisible();
    await expectNoFaults(page);
    await page.unroute("**/submit");
    await send.click();
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    await expectNoFaults(page);
  });
}

test("can be filled in and sent with the keyboard alone @desktop", async ({ page }) => {
  const paymentId = await openForm(page);
  const { name, country, address, box, send } = controls(page);
  await expect(send).toBeEnabled();
  await page.keyboard.press("Tab");
  await expect(name).toBeFocused();
  await page.keyboard.type(ada.fullName);
  await page.keyboard.press("Tab");
  await page.keyboard.type("12101985");
  await page.keyboard.press("Tab");
  while (!(await page.getByRole("radio", { name: "Residence" }).evaluate((one) => one === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowRight");
  await expect(page.getByLabel("City of birth")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await expect(country).toBeFocused();
  await page.keyboard.type("United K");
  await page.keyboard.press("Tab");
  await expect(address).toBeFocused();
  await page.keyboard.type(ada.porAddress);
  await page.keyboard.press("Tab");
  await expect(box).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "terms" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(send).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeFocused();
  expect(await readCollected(seller, paymentId)).toEqual([ada]);
});

test.describe("reports the outcome to its host:", () => {
  const recorder = "window.reported = []; const report = (json) => reported.push(JSON.parse(json));";
  const throws = "() => { throw new Error('gone'); }";
  const hosts: [name: string, bridge: string][] = [
    ["React Native", "window.ReactNativeWebView = { postMessage: report };"],
    ["Android", "window.AndroidWallet = { onDataCollectionComplete: report };"],
    [
      "iOS, which takes an object",
      "window.webkit = { messageHandlers: { payDataCollectionComplete: { postMessage: (it) => reported.push(it) } } };",
    ],
    [
      "React Native, if the other hosts throw",
      `window.AndroidWallet = { onDataCollectionComplete: ${throws} };
       window.webkit = { messageHandlers: { payDataCollectionComplete: { postMessage: ${throws} } } };
       window.ReactNativeWebView = { postMessage: report };`,
    ],
  ];

  for (const [name, bridge] of hosts) {
    test(`${name} @desktop`, async ({ page }) => {
      await page.addInitScript(recorder + bridge);
      await page.route("**/submit", (route) => route.fulfill({ status: 500, json: { code: "internal_error" } }));
      const paymentId = await openForm(page);
      const reports = () => page.evaluate(() => (window as unknown as { reported: unknown[] }).reported);
      await fillIn(page);
      const { send } = controls(page);
      await send.click();
      const error = "Something went wrong, and your details weren’t sent. Try again in a moment.";
      await expect(page.getByRole("alert").filter({ hasText: error })).toBeVisible();
      expect(await reports()).toEqual([{ type: "IC_ERROR", error }]);
      await page.unroute("**/submit");
      await send.click();
      await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
      expect(await reports()).toEqual([{ type: "IC_ERROR", error }, complete]);
      expect(await readCollected(seller, paymentId)).toEqual([ada]);
    });
  }

  test("a parent page of another origin, which can't frame the checkout", async ({ page }) => {
    const { paymentId, gatewayUrl } = await createPayment(undefined, seller);
    const frames = `<iframe name="form" src="${formUrl(paymentId).replaceAll("&", "&amp;")}" width="100%" height="900"></iframe>
      <iframe name="pay" src="${gatewayUrl}"></iframe>`;
    const other = await startOtherOrigin(frames);
    await page.goto(other.origin);
    const frame = page.frameLocator('[name="form"]');
    await fillIn(frame);
    await controls(frame).send.click();
    await expect(frame.getByRole("heading", { name: "Thank you" })).toBeVisible();
    const reports = () =>
      page.evaluate(() => (window as unknown as { heard: { data: string; origin: string }[] }).heard);
    // A message reaches the parent's process after the frame shows the end.
    await expect.poll(async () => (await reports()).length).toBe(1);
    const heard = (await reports()).map(({ data, origin }) => [JSON.parse(data), origin]);
    expect(heard).toEqual([[complete, stack().baseUrl]]);
    expect(await readCollected(seller, paymentId)).toEqual([ada]);
    expect(page.frame("pay")?.url()).toMatch(/^chrome-error:/);
    await other.stop();
  });

  test("an opener of another origin", async ({ page }) => {
    const { paymentId } = await createPayment(undefined, seller);
    const other = await startOtherOrigin("<button>Open</button>");
    await page.goto(other.origin);
    const opened = page.waitForEvent("popup");
    await page.evaluate((url) => void window.open(url), formUrl(paymentId));
    const form = await opened;
    await fillIn(form);
    await controls(form).send.click();
    await expect(form.getByRole("heading", { name: "Thank you" })).toBeVisible();
    const reports = () => page.evaluate(() => (window as unknown as { heard: { data: string }[] }).heard);
    await expect.poll(async () => (await reports()).map(({ data }) => JSON.parse(data))).toEqual([complete]);
    await other.stop();
  });
});

const endings: [title: string, ending: Ending][] = [
  ["Payment expired", { status: "requires_action", expiresInMs: -1_000 }],
  ["Payment cancelled", { status: "cancelled", cancelledReason: "cancelled_by_merchant" }],
  ["Payment failed", { status: "failed" }],
];
for (const [title, ending] of endings) {
  test(`shows "${title}" without a form, and reports it to the host`, async ({ page }) => {
    await page.addInitScript(() => {
      const postMessage = (json: string) => Object.assign(window, { reported: JSON.parse(json) });
      Object.assign(window, { ReactNativeWebView: { postMessage } });
    });
    await page.goto(formUrl(await insertPayment(ending, seller)));
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    const reports = () => page.evaluate(() => (window as unknown as { reported?: unknown }).reported);
    await expect.poll(reports).toEqual({ type: "IC_ERROR", error: `${title}.` });
  });
}

test("stores nothing if the payment ends before the form is sent", async ({ page }) => {
  const paymentId = await openForm(page);
  await fillIn(page);
  const { baseUrl } = stack();
  const headers = { "Api-Key": seller.apiKey, "Merchant-Id": seller.merchantId };
  await fetch(`${baseUrl}/v1/payments/${paymentId}/cancel`, { method: "POST", headers });
  await controls(page).send.click();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  expect(await readCollected(seller, paymentId)).toEqual([]);
});

test("shows no form if the partner doesn't require details", async ({ page }) => {
  const { paymentId } = await createPayment();
  await page.goto(formUrl(paymentId));
  await expect(page.getByRole("heading", { name: "No details needed" })).toBeVisible();
});

for (const id of ["pay_01ARZ3NDEKTSV4RRFFQ69G5FAV", "nonsense"]) {
  test(`answers 404 for the unknown payment ${id} @desktop`, async ({ page }) => {
    const response = await page.goto(formUrl(id));
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Payment not found" })).toBeVisible();
  });
}

test("accepts submissions from its own page only, as JSON of limited size @desktop", async ({ request }) => {
  const { paymentId } = await createPayment(undefined, seller);
  const address = `${stack().baseUrl}/collect/${paymentId}/submit`;
  const data = { accounts: [newAccount()], data: ada };
  const own = { origin: stack().baseUrl, "content-type": "application/json" };
  const status = async (headers: Record<string, string>, body: string) =>
    (await request.post(address, { headers, data: body })).status();
  expect(await status({ ...own, origin: "https://evil.example" }, JSON.stringify(data))).toBe(403);
  expect(await status({ "content-type": "application/json" }, JSON.stringify(data))).toBe(403);
  expect(await status({ ...own, "sec-fetch-site": "cross-site" }, JSON.stringify(data))).toBe(403);
  expect(await status({ ...own, "content-type": "text/plain" }, JSON.stringify(data))).toBe(415);
  expect(await status(own, JSON.stringify({ ...data, extra: "x".repeat(70_000) }))).toBe(413);
  expect(await status(own, JSON.stringify({ ...data, paymentId }))).toBe(400);
  expect(await status(own, '{"accounts":')).toBe(400);
  expect(await readCollected(seller, paymentId)).toEqual([]);
  expect(await status(own, JSON.stringify(data))).toBe(200);
  const statuses = [];
  for (let count = 0; count < 30; count += 1) statuses.push(await status(own, "{}"));
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
});

test("fits a narrow screen, also at 200 % zoom @phone", async ({ page }) => {
  await openForm(page);
  await controls(page).send.click();
  for (const width of [320, 195]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }
});
