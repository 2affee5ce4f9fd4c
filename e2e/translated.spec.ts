import { expect, type Page, test } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import { ada } from "#test/buyer-data/samples.ts";
import { createAskingPartner } from "./asking-partner.ts";
import { createBuyer } from "./buyers.ts";
import { linkTo } from "./mailbox.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { button, option, problem, title } from "./paying.ts";
import { createPayment } from "./payments.ts";
import { sell } from "./selling.ts";
import { stack } from "./stack.ts";
import { translate } from "./translate.ts";
import { installWallet } from "./wallet.ts";

// The last files of a run: their tests share nothing, and a worker for each ends the run sooner.
test.describe.configure({ mode: "parallel" });

/** Returns a function that translates the page at one of a flow's steps, and a function that expects React to be unharmed. */
function translateAt(page: Page, chosen: string) {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  const at = async (step: string) => {
    if (step === chosen) await translate(page);
  };
  const expectUnharmed = async () => {
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    expect(errors).toEqual([]);
  };
  return { at, expectUnharmed };
}

for (const chosen of ["open", "wallets", "options", "declined", "signing", "sent"]) {
  test(`a payment that is translated at "${chosen}" is paid`, async ({ page }) => {
    const { at, expectUnharmed } = translateAt(page, chosen);
    const wallet = await installWallet(page, await createBuyer([8453]));
    const { gatewayUrl } = await createPayment();
    await page.goto(gatewayUrl);
    const left = page.getByText("Time left").locator("xpath=following::dd[1]");
    await expect(left).toBeVisible();
    await at("open");
    // A text that changes: React has to reach what is shown.
    const atFirst = await left.textContent();
    await expect(left).not.toHaveText(atFirst ?? "");
    await button(page, "Connect wallet").click();
    await expect(title(page)).toHaveText("Choose a wallet");
    await at("wallets");
    await button(page, "Test Wallet").click();
    await expect(option(page, /USDC.*Base/)).toBeChecked();
    await at("options");
    await option(page, /EURC.*Base/).check();
    await option(page, /USDC.*Base/).check();
    wallet.rejectNext("eth_signTypedData_v4");
    await button(page, "Pay 24.90 USDC").click();
    await expect(problem(page)).toContainText("You declined the request");
    await at("declined");
    const release = wallet.hold("eth_signTypedData_v4");
    await button(page, "Try again").click();
    await expect(button(page, "Waiting for your wallet…")).toBeVisible();
    await at("signing");
    release();
    if (chosen === "sent") await expect(title(page)).toHaveText("Payment sent");
    await at("sent");
    await expect(title(page)).toHaveText("Paid");
    await expect(page.getByText("Your payment to Café Lumen is complete.").first()).toBeVisible();
    await expectUnharmed();
  });
}

test("a payment in two steps that is translated is paid", async ({ page }) => {
  const { at, expectUnharmed } = translateAt(page, "open");
  await installWallet(page, { ...(await createBuyer([56])), chainId: 1, knownChainIds: [1] });
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await at("open");
  await button(page, "Connect wallet").click();
  await button(page, "Test Wallet").click();
  await option(page, /USDT.*BNB/).check();
  await button(page, "Pay 24.90 USDT").click();
  for (const step of ["Step 1 of 2: Approve USDT", "Step 2 of 2: Pay 24.90 USDT"]) {
    await expect(title(page)).toHaveText(step);
    await button(page, "Open wallet").click();
  }
  await expect(title(page)).toHaveText("Paid");
  await expectUnharmed();
});

test("a payment that is translated is cancelled", async ({ page }) => {
  const { at, expectUnharmed } = translateAt(page, "open");
  const { gatewayUrl } = await createPayment();
  await page.goto(gatewayUrl);
  await at("open");
  await button(page, "Cancel payment").click();
  await button(page, "Keep payment").click();
  await button(page, "Cancel payment").click();
  await button(page, "Yes, cancel").click();
  await expect(title(page)).toHaveText("Payment cancelled");
  await expectUnharmed();
});

for (const chosen of ["open", "errors"]) {
  test(`a form for the buyer's details that is translated at "${chosen}" is sent`, async ({ page }) => {
    const { at, expectUnharmed } = translateAt(page, chosen);
    const { paymentId } = await createPayment(undefined, await createAskingPartner());
    const { address } = await createBuyer();
    await page.goto(`${stack().baseUrl}/collect/${paymentId}?accounts=eip155:8453:${address}`);
    const send = button(page, "Send my details");
    await expect(send).toBeVisible();
    await at("open");
    await send.click();
    await expect(page.getByText("Enter your full name.")).toBeVisible();
    await at("errors");
    await page.getByRole("radio", { name: "Birthplace" }).check();
    await page.getByRole("radio", { name: "Residence" }).check();
    await page.getByLabel("Full name").fill(ada.fullName);
    await page.getByLabel("Date of birth").fill(ada.dob);
    await page.getByLabel("Country").locator("visible=true").selectOption(ada.porCountry);
    await page.getByLabel("Address").fill(ada.porAddress);
    await page.getByRole("checkbox").check();
    await expect(page.getByText("Enter your full name.")).toHaveCount(0);
    await page.route("**/submit", (route) => route.abort(), { times: 1 });
    await send.click();
    await expect(problem(page)).toContainText("No connection.");
    await send.click();
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    await expectUnharmed();
  });
}

for (const chosen of ["open", "wrong"]) {
  test(`a member signs in on a page that is translated at "${chosen}"`, async ({ page }) => {
    const { at, expectUnharmed } = translateAt(page, chosen);
    const { email, password } = await createMember(await createWorkplace(), "admin");
    await page.goto(`${stack().baseUrl}/sign-in`);
    const submit = page.getByRole("button", { name: "Sign in", exact: true });
    await expect(submit).toBeVisible();
    await at("open");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("another long password");
    await submit.click();
    await expect(page.getByText("Incorrect email or password.")).toBeVisible();
    await at("wrong");
    await page.getByLabel("Password").fill(password);
    await submit.click();
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    await expectUnharmed();
  });
}

for (const chosen of ["open", "complete"]) {
  test(`a partner signs up on pages, the one "${chosen}" translated`, async ({ page }) => {
    const { at, expectUnharmed } = translateAt(page, chosen);
    const email = `translated-${newId("usr", new Date()).toLowerCase()}@till.example`;
    await page.goto(`${stack().baseUrl}/sign-up`);
    await expect(button(page, "Send link")).toBeVisible();
    await at("open");
    await page.getByLabel("Email").fill("nobody");
    await button(page, "Send link").click();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Email").fill(email);
    await button(page, "Send link").click();
    await expect(page.getByText("Check your email.")).toBeVisible();
    await page.goto(await linkTo(email));
    await expect(button(page, "Create account")).toBeVisible();
    await at("complete");
    await page.getByLabel("Company").fill("Translated Ltd");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Password").fill("password");
    await button(page, "Create account").click();
    await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Password").fill("a bicycle for the mind");
    await button(page, "Create account").click();
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    await expectUnharmed();
  });
}

test("a payment and a merchant are created on pages of the dashboard that are translated", async ({
  page,
  context,
}) => {
  const { at, expectUnharmed } = translateAt(page, "open");
  await signIn(context, await createMember(await createWorkplace(), "admin"));
  await page.goto(`${stack().baseUrl}/dashboard`);
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await at("open");
  const nav = page.getByRole("navigation", { name: "Dashboard" });
  await nav.getByRole("link", { name: "Payments" }).click();
  await page.getByRole("link", { name: "Create payment" }).first().click();
  await expect(page.getByRole("heading", { name: "Create payment", level: 1 })).toBeVisible();
  await button(page, "Create payment").click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Reference").fill("ORDER-1");
  await page.getByLabel("Amount", { exact: true }).fill("24.90");
  await button(page, "Create payment").click();
  await expect(page.getByText("Payment created")).toBeVisible();
  await button(page, "Create another payment").click();
  await nav.getByRole("link", { name: "Merchants" }).click();
  await button(page, "Create merchant").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Logo URL").fill("http://shop.example/logo.png");
  await expect(dialog.getByText("This logo can't be used.").first()).toBeVisible();
  await dialog.getByLabel("Logo URL").fill("");
  await dialog.getByRole("button", { name: "Create merchant" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Café Translated");
  await dialog.getByLabel("Email", { exact: true }).fill("shop@lumen.example");
  await dialog.getByRole("button", { name: "Create merchant" }).click();
  await expect(page.getByRole("heading", { name: "Café Translated", level: 1 })).toBeVisible();
  await expectUnharmed();
});

test("a refund that is translated is signed", async ({ page, context }) => {
  test.setTimeout(400_000);
  const { shop, buyer, url } = await sell(context);
  await page.goto(url);
  await expect(page.getByText("Paid out", { exact: true })).toBeVisible({ timeout: 30_000 });
  await translate(page);
  await button(page, /^Refund$/).click();
  await page.getByLabel("Amount in USD").fill("2.00");
  await button(page, "Create refund link").click();
  const link = await page.getByRole("dialog", { name: "Refund link" }).locator("code").textContent();
  const signing = await context.newPage();
  const { at, expectUnharmed } = translateAt(signing, "open");
  const wallet = await installWallet(signing, buyer);
  await signing.goto(link ?? "");
  await expect(title(signing)).toHaveText("Sign the refund");
  await at("open");
  await button(signing, "Connect wallet").click();
  await button(signing, "Test Wallet").click();
  await expect(title(signing)).toHaveText("Connect the merchant’s wallet");
  await wallet.useAccount(shop.privateKey);
  wallet.rejectNext("eth_signTypedData_v4");
  await button(signing, "Refund 2.00 USDC").click();
  await expect(problem(signing)).toContainText("You declined the request");
  await button(signing, "Try again").click();
  await expect(title(signing)).toHaveText("Refunded");
  await expectUnharmed();
});
