import { expect, test } from "@playwright/test";
import { createPublicClient, erc20Abi, type Hex, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { pay } from "#scripts/pay/pay.ts";
import { createBuyer } from "./buyers.ts";
import { expectAccessible } from "./look.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

const usdc = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/** Splits a CSV file without quoted commas into its rows. */
const rowsOf = (csv: string) =>
  csv
    .replace("\ufeff", "")
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));

test("settlements, balances and the statement name what the chain has, and every line its transaction @layout", async ({
  page,
  context,
}, { project }) => {
  const shop = await createWorkplace("Settlements");
  const { apiKey, merchantId } = shop;
  const { appId, baseUrl, chains } = stack();
  const { privateKey } = await createBuyer([8453]);
  const wallet = privateKeyToAccount(generatePrivateKey()).address;
  const payOnce = async () => {
    const { paymentId, gatewayUrl } = await createPayment(undefined, shop);
    await pay({ link: gatewayUrl, appId, privateKey, token: "USDC" });
    return paymentId;
  };
  const held = await payOnce();
  const registered = await fetch(`${baseUrl}/v1/merchants/${merchantId}/settlements/crypto`, {
    method: "POST",
    headers: { "Api-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({
      settlements: [{ asset: `eip155:8453/erc20:${usdc}`, destination: `eip155:8453:${wallet}` }],
    }),
  });
  expect(registered.status).toBe(201);
  const settled = await payOnce();
  await signIn(context, await createMember(shop, "viewer"));
  const { complaints } = watch(page);

  await page.goto(`${baseUrl}/dashboard/payments`);
  // On a phone, the filters are behind a button.
  if (project.name === "phone") await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByRole("button", { name: "Settlement", exact: true }).click();
  await page.getByRole("link", { name: "Settled", exact: true }).click();
  await expect(page).toHaveURL(/settlements\?state=settled$/);
  await expect(page.getByRole("heading", { name: "Settlements", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "SECRET-ORDER-7" })).toHaveAttribute("href", new RegExp(settled));
  await page.getByRole("button", { name: "Clear all" }).click();
  const figure = (label: string) => page.locator("dt", { hasText: label }).locator("xpath=..").locator("dd");
  await expect(async () => {
    await page.reload();
    await expect(figure("Received")).toHaveText(/^49\.\d+ USDC$/, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole("link", { name: "SECRET-ORDER-7" })).toHaveCount(2);
  await expectAccessible(page, (theme) => picture(`settlements-${theme}`));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByLabel("Held", { exact: true }).check();
  await expect(page).toHaveURL(/state=held/);
  await expect(page.getByRole("link", { name: "SECRET-ORDER-7" })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "SECRET-ORDER-7" })).toHaveAttribute("href", new RegExp(held));
  await page.keyboard.press("Escape");
  const exported = await context.request.get(
    `${baseUrl}${await page.getByRole("link", { name: "Export CSV" }).getAttribute("href")}`,
  );
  const [, ...heldRows] = rowsOf(await exported.text());
  expect(heldRows.map(([id]) => id)).toEqual([held]);

  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  const customer = page.getByRole("region", { name: "Customers" }).getByRole("listitem");
  await expect(async () => {
    await page.reload();
    await expect(customer).toContainText("49.80 USD", { timeout: 1_000 });
  }).toPass();
  await expect(customer).toHaveCount(1);
  await expect(customer.locator("dd").filter({ hasText: /^2$/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Merchant" }).click();
  await page.getByLabel("Café Lumen").check();
  await expect(page).toHaveURL(/customers\?merchant=mrch_/);
  await page.keyboard.press("Escape");
  await expect(customer).toContainText("49.80 USD");
  await expectAccessible(page, (theme) => picture(`customers-${theme}`));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await customer.getByRole("link", { name: /^View payments of 0x/ }).click();
  await expect(page.getByRole("link", { name: "SECRET-ORDER-7" })).toHaveCount(2);
  await page.goto(`${baseUrl}/dashboard/settlements`);

  await page.getByRole("link", { name: "Statements of Café Lumen" }).click();
  await expect(page.getByRole("heading", { name: /^Statement of / })).toBeVisible();
  // The month isn't over.
  await expect(page.getByText("Held now")).toBeVisible();
  await expect(page.getByText("Held when the month ended")).toHaveCount(0);
  await expect(page.getByRole("row")).toHaveCount(4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page, (theme) => picture(`statement-${theme}`));
  const statement = await context.request.get(
    `${baseUrl}${await page.getByRole("link", { name: "Export CSV" }).getAttribute("href")}`,
  );
  const [heading = [], ...lines] = rowsOf(await statement.text());
  const column = (name: string) => lines.map((line) => line[heading.indexOf(name)] ?? "");
  const kinds = column("kind");
  expect([kinds[0], kinds.at(-1)]).toEqual(["opening", "closing"]);
  expect(kinds.slice(1, -1).toSorted()).toEqual(["payment", "payment", "payout"]);
  const transactions = await Promise.all(
    [held, settled].map(async (id) => {
      const answer = await fetch(`${baseUrl}/v1/payments/${id}`, {
        headers: { "Api-Key": apiKey, "Merchant-Id": merchantId },
      });
      return ((await answer.json()) as { info: { txId: Hex } }).info.txId;
    }),
  );
  expect(new Set(column("transaction_hash").filter(Boolean))).toEqual(new Set(transactions));
  const client = createPublicClient({ transport: http(chains.find(({ chainId }) => chainId === 8453)?.rpcUrl) });
  const balance = await client.readContract({
    abi: erc20Abi,
    address: usdc,
    functionName: "balanceOf",
    args: [wallet],
  });
  const atomic = (text: string) => BigInt(text.replace("-", "").replace(".", ""));
  expect(column("paid_out").filter(Boolean).map(atomic)).toEqual([balance]);
  const sumOf = (name: string) => column(name).reduce((sum, text) => sum + atomic(text || "0"), 0n);
  expect(column("held").filter(Boolean).map(atomic)).toEqual([
    0n,
    sumOf("received") - sumOf("fee") - sumOf("paid_out"),
  ]);
  expect(complaints).toEqual([]);

  /** Saves a screenshot when SCREENS names a folder. */
  async function picture(name: string): Promise<void> {
    const folder = process.env.SCREENS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${project.name}.png`, fullPage: true });
  }
});
