import { expect, type Locator, type Page, test } from "@playwright/test";
import { createAskingPartner } from "./asking-partner.ts";
import { createBuyer } from "./buyers.ts";
import { createMember, createWorkplace, signIn, type TestMember } from "./members.ts";
import { button, title } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { sell } from "./selling.ts";
import { stack } from "./stack.ts";
import { installWallet } from "./wallet.ts";

/** Opens a page whose scripts arrive only when the returned function is called. */
async function openWithoutScripts(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: "commit" });
  return release;
}

/** The ways to use a control. Each page is tried by both. */
const ways: readonly [name: string, use: (control: Locator) => Promise<void>][] = [
  ["pointer", (control) => control.click()],
  [
    "key",
    async (control) => {
      await control.focus();
      await control.press("Enter");
    },
  ],
];

for (const [way, use] of ways) {
  test(`the checkout's button works before the page's scripts, by ${way}`, async ({ page }) => {
    await installWallet(page, await createBuyer([8453]));
    const { gatewayUrl } = await createPayment();
    const release = await openWithoutScripts(page, gatewayUrl);
    await use(button(page, "Connect wallet"));
    release();
    await expect(title(page)).toHaveText("Choose a wallet");
  });

  test(`the form for the buyer's details is sent before the page's scripts, by ${way}`, async ({ page }) => {
    const { paymentId } = await createPayment(undefined, await createAskingPartner());
    const { address } = await createBuyer();
    const form = `${stack().baseUrl}/collect/${paymentId}?accounts=eip155:8453:${address}`;
    const release = await openWithoutScripts(page, form);
    await page.getByLabel("Full name").fill("Ada Lovelace");
    // A choice that the page's code has to follow.
    await page.getByRole("radio", { name: "Birthplace" }).click();
    await use(button(page, "Send my details"));
    release();
    await expect(page.getByText("Enter your date of birth.")).toBeVisible();
    await expect(page.getByLabel("City of birth")).toBeVisible();
    await expect(page.getByLabel("Full name")).toHaveValue("Ada Lovelace");
  });

  test(`signing in and asking for a link work before the page's scripts, by ${way}`, async ({ page }) => {
    const { email, password } = await createMember(await createWorkplace(), "admin");
    const { baseUrl } = stack();
    const signUp = await openWithoutScripts(page, `${baseUrl}/sign-up`);
    await page.getByLabel("Email").fill("nobody");
    await use(button(page, "Send link"));
    signUp();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    const release = await openWithoutScripts(page, `${baseUrl}/sign-in`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    // In a field, Enter sends the form.
    if (way === "key") await page.getByLabel("Password").press("Enter");
    else await page.getByRole("button", { name: "Sign in", exact: true }).click();
    release();
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  });
}

test("the refund page's button works before the page's scripts", async ({ page, context }) => {
  test.setTimeout(400_000);
  const { shop, url } = await sell(context);
  await page.goto(url);
  await expect(page.getByText("Paid out", { exact: true })).toBeVisible({ timeout: 30_000 });
  await button(page, /^Refund$/).click();
  await page.getByLabel("Amount in USD").fill("2.00");
  await button(page, "Create refund link").click();
  const link = await page.getByRole("dialog", { name: "Refund link" }).locator("code").textContent();
  for (const [way, use] of ways) {
    await test.step(way, async () => {
      const signing = await context.newPage();
      await installWallet(signing, shop);
      const release = await openWithoutScripts(signing, link ?? "");
      await use(button(signing, "Connect wallet"));
      release();
      await expect(title(signing)).toHaveText("Choose a wallet");
      await signing.close();
    });
  }
});

test.describe("the dashboard's pages work before their scripts", () => {
  let member: TestMember;
  test.beforeAll(async () => {
    member = await createMember(await createWorkplace(), "owner");
  });

  for (const [path, action, outcome] of [
    ["/merchants", "Create merchant", "Create merchant"],
    ["/developers/keys", "Create key", "Create API key"],
    ["/developers/webhooks", "Create endpoint", "Create endpoint"],
    ["/developers/apps", "Create app", "Create app"],
    ["/settings/members", "Invite member", "Invite member"],
    ["/account", "Change password", "Change password"],
  ] as const) {
    test(path, async ({ context }) => {
      await signIn(context, member);
      for (const [way, use] of ways) {
        await test.step(way, async () => {
          const page = await context.newPage();
          const release = await openWithoutScripts(page, `${stack().baseUrl}/dashboard${path}`);
          await use(page.getByRole("main").getByRole("button", { name: action }).first());
          release();
          await expect(page.getByRole("dialog", { name: outcome })).toBeVisible();
          await page.close();
        });
      }
    });
  }

  test("/payments/new", async ({ context }) => {
    await signIn(context, member);
    for (const [way, use] of ways) {
      await test.step(way, async () => {
        const page = await context.newPage();
        const release = await openWithoutScripts(page, `${stack().baseUrl}/dashboard/payments/new`);
        await use(page.getByRole("main").getByRole("button", { name: "Create payment" }));
        release();
        await expect(page.getByLabel("Amount", { exact: true })).toHaveAttribute("aria-invalid", "true");
        await page.close();
      });
    }
  });
});
