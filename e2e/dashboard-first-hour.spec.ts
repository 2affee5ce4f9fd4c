import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import { pay } from "#scripts/pay/pay.ts";
import { createBuyer } from "./buyers.ts";
import { linkTo } from "./mailbox.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

const destination = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

test("a partner's first hour, from sign-up to a payout and its records", async ({ page, context }) => {
  const { complaints, hosts } = watch(page);
  const email = `first-${newId("usr", new Date()).toLowerCase()}@till.example`;
  const { baseUrl, appId } = stack();
  const dialog = page.getByRole("dialog");
  const nav = (name: string) => page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name });

  await page.goto(`${baseUrl}/sign-up`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.goto(await linkTo(email));
  await page.getByLabel("Company").fill("First Hour Ltd");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Password").fill("a bicycle for the mind");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
  await expect(page.getByText("First Hour Ltd").first()).toBeVisible();

  await nav("Merchants").click();
  await page.getByRole("button", { name: "Create merchant" }).first().click();
  await dialog.getByLabel("Name").fill("Café Lumen");
  await dialog.getByLabel("Email", { exact: true }).fill("shop@lumen.example");
  await dialog.getByRole("button", { name: "Create merchant" }).click();
  await expect(page.getByRole("heading", { name: "Café Lumen", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Add destination" }).click();
  await page.getByRole("group", { name: "Base" }).getByLabel("USDC").check();
  await page.getByLabel("2. Address").fill(destination);
  await dialog.getByRole("button", { name: /^Add/ }).click();
  await expect(page.getByText("USDC on Base").first()).toBeVisible();

  await page.goto(`${baseUrl}/dashboard/developers/keys`);
  await page.getByRole("button", { name: "Create key" }).first().click();
  await dialog.getByLabel("Name").fill("Server");
  await dialog.getByRole("checkbox", { name: "Read payments" }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  const apiKey = (await page.getByRole("dialog", { name: "Your new key" }).locator("code").textContent()) ?? "";
  await page.getByRole("button", { name: "I've saved it" }).click();

  await nav("Payments").click();
  await page.getByRole("link", { name: "Create payment" }).first().click();
  await expect(page.getByRole("heading", { name: "Create payment", level: 1 })).toBeVisible();
  await page.getByLabel("Reference").fill("ORDER-1");
  await page.getByLabel("Amount", { exact: true }).fill("24.90");
  await page.getByRole("button", { name: "Create payment" }).click();
  const paymentLink = (await page.locator("code").filter({ hasText: "/pay/" }).textContent()) ?? "";
  await page.goto(`${baseUrl}/dashboard/payments/${paymentLink.split("/").at(-1)}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Open");

  const { privateKey } = await createBuyer([8453]);
  await pay({ link: paymentLink, appId, privateKey });
  // Without a reload: the page follows the payment and its payout.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Succeeded");
  await expect(page.getByText(/Paid out/).first()).toBeVisible({ timeout: 20_000 });
  const steps = page.getByRole("list", { name: "Progress" }).getByRole("listitem");
  await expect(steps).toHaveText([/^.?Created, Done/, /^.?Paid, Done/, /^.?Settled, Done/]);
  const seen = await context.request.get(`${baseUrl}/v1/payments`, { headers: { "Api-Key": apiKey } });
  expect(await seen.json()).toMatchObject({ data: [{ referenceId: "ORDER-1", settlement: { settled: true } }] });

  await page.getByRole("button", { name: "Refund" }).click();
  await dialog.getByRole("radio", { name: "Mark as refunded" }).check();
  await dialog.getByRole("button", { name: "Mark as refunded" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Refunded");

  await nav("Payments").click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const [, row = ""] = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(row).toContain("ORDER-1");
  expect(row).toContain("24.90");

  await nav("Overview").click();
  await expect(page.getByText("$24.90").or(page.getByText("24.90 USD")).first()).toBeVisible();
  await page.goto(`${baseUrl}/dashboard/settings/audit`);
  for (const words of [/refunded/, /created the payment|created a payment/, /API key Server/, /merchant Café Lumen/]) {
    await expect(page.getByRole("listitem").filter({ hasText: words }).first()).toContainText(email);
  }
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([new URL(baseUrl).host]);
});
