import { expect, type Page, test } from "@playwright/test";
import { withConnection } from "#scripts/postgres/connection.ts";
import { expectNoFaults } from "./axe.ts";
import { mailTo } from "./mailbox.ts";
import { createWorkplace } from "./members.ts";
import { createPayment, type Seller } from "./payments.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

/** Creates a payment that has succeeded, of a merchant that offers receipts by email. It has no transaction on chain. */
async function createPaid(seller: Seller): Promise<string> {
  const { paymentId } = await createPayment(undefined, seller);
  await withConnection(stack().databaseUrl, async (client) => {
    await client.query("UPDATE merchant SET sends_receipts = true WHERE id = $1", [seller.merchantId]);
    await client.query(
      `UPDATE payment SET status = 'succeeded', version = version + 1, succeeded_at = now(), token_amount = 24900000,
        token_fee = 0, buyer_account = 'eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', tx_nonce = 1,
        token_asset = 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', tx_hash = $2 WHERE id = $1`,
      [paymentId, `0x${"ab".repeat(32)}`],
    );
  });
  return paymentId;
}

/** Checks the page in both themes, and saves screenshots of each width when SCREENS names a folder. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectNoFaults(page);
    for (const width of process.env.SCREENS === undefined ? [] : [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const path = `${process.env.SCREENS}/receipt-${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true, scale: "css" });
    }
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

test("a buyer who has paid gets the receipt by email, by keyboard, in the language of the page", async ({ page }) => {
  const { complaints } = watch(page);
  const workplace = await createWorkplace();
  const address = `buyer-${workplace.merchantId.toLowerCase()}@home.example`;
  const paymentId = await createPaid(workplace);
  await page.goto(`${stack().baseUrl}/pay/${paymentId}`);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Paid");
  await page.getByRole("button", { name: "Email receipt" }).focus();
  await page.keyboard.press("Enter");
  const email = page.getByRole("textbox", { name: "Email" });
  await expect(email).toBeFocused();
  await look(page, "form");
  await page.keyboard.type("buyer");
  await page.keyboard.press("Enter");
  await expect(email).toHaveAccessibleDescription(/Enter a valid email/);
  await expect(email).toBeFocused();
  await look(page, "error");
  await email.fill(address);
  await page.keyboard.press("Enter");
  await expect(page.getByText("We’re sending your receipt to")).toBeFocused();
  await look(page, "sent");

  await page.goto(`${stack().baseUrl}/pay/${paymentId}?lang=ar`);
  await page.getByRole("button", { name: "إرسال الإيصال بالبريد" }).click();
  await page.getByRole("textbox").fill(`ar-${address}`);
  await look(page, "arabic");
  await page.getByRole("button", { name: "إرسال", exact: true }).click();
  await expect.poll(async () => (await mailTo(`ar-${address}`)).length, { timeout: 20_000 }).toBe(1);
  const [inArabic] = await mailTo(`ar-${address}`);
  expect(inArabic?.html).toContain('dir="rtl"');
  const [sent, ...others] = await mailTo(address);
  expect(others).toEqual([]);
  expect(sent?.text).toContain(`/pay/${paymentId}`);
  expect(sent?.text).toContain("24.90");
  expect(complaints).toEqual([]);
});
