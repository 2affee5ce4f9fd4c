import { expect, test } from "@playwright/test";
import { expectNoFaults } from "./axe.ts";
import { everyException, insertTransferPayment, refundAccount } from "./exceptions.ts";
import { expectAccessible, picture } from "./look.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { stack } from "./stack.ts";
import { watch } from "./watch.ts";

test("a transfer of too little is seen, explained and decided by a person @layout", async ({ page, context }, {
  project,
}) => {
  const shop = await createWorkplace("Exceptions");
  const { baseUrl } = stack();
  const paymentId = await insertTransferPayment(shop, { exceptions: everyException });
  await signIn(context, await createMember(shop, "owner"));
  const { complaints } = watch(page);

  await page.goto(`${baseUrl}/dashboard`);
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention.getByText("Too little", { exact: true })).toBeVisible();
  await page.goto(`${baseUrl}/dashboard/payments`);
  await page.getByRole("link", { name: "Exceptions 5 open" }).click();
  await expect(page.getByRole("heading", { name: "Exceptions", level: 1 })).toBeVisible();
  const open = page.getByRole("region", { name: "Open" });
  await expect(open.getByRole("listitem")).toHaveCount(5);
  await expect(page.getByRole("region", { name: "Ended" }).getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await picture(page, "exceptions", project.name);
  const exported = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  const csv = await (await context.request.get(`${baseUrl}${exported}`)).text();
  expect(csv.trim().split("\r\n")).toHaveLength(1 + everyException.length);
  expect(csv).toContain(paymentId);

  await open.getByRole("link", { name: "SECRET-ORDER-7" }).last().click();
  const transfers = page.getByRole("region", { name: "Transfers" });
  await expect(transfers.getByRole("list", { name: "Exceptions" }).getByRole("heading")).toHaveCount(7);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await picture(page, "exceptions-of-payment", project.name);

  const dialog = page.getByRole("dialog");
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(dialog).toContainText("The fee of 0.15 USDC is charged");
  await expectNoFaults(page);
  await cancel.click();
  await page.getByRole("button", { name: "Forward" }).first().click();
  await expect(dialog).toContainText("Nothing else happens to the payment");
  await expectNoFaults(page);
  await cancel.click();

  await page.getByRole("button", { name: "Record refund" }).click();
  await expect(dialog).toContainText(refundAccount);
  await expect(dialog.getByRole("img", { name: "QR code of the buyer's account" })).toBeVisible();
  await dialog.getByLabel("Transaction hash").fill("0x123");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await expect(dialog.getByLabel("Transaction hash")).toHaveAccessibleDescription(/64 hexadecimal digits/);
  await expectNoFaults(page);
  await picture(page, "exceptions-refund", project.name);
  await cancel.click();

  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await dialog.getByRole("button", { name: "Keep" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Enter a reason|required/i);
  await expectNoFaults(page);
  await dialog.getByLabel("Reason").fill("Store credit for order 8");
  await dialog.getByRole("button", { name: "Keep" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(transfers.getByText("Store credit for order 8")).toBeVisible();
  await page.goto(`${baseUrl}/dashboard/exceptions`);
  await expect(page.getByRole("region", { name: "Ended" }).getByRole("listitem")).toHaveCount(3);
  await page.goto(`${baseUrl}/dashboard/settings/audit`);
  await expect(page.getByText(/kept a transfer for the payment/)).toBeVisible();
  // The refused hash.
  expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
});

test("money on another network has a call to copy, and a viewer can decide nothing", async ({ page, context }) => {
  const shop = await createWorkplace("Viewer");
  const paymentId = await insertTransferPayment(shop, { exceptions: everyException, hasRefundAccount: false });
  await signIn(context, await createMember(shop, "viewer"));
  await page.goto(`${stack().baseUrl}/dashboard/payments/${paymentId}`);
  const call = page.getByRole("region", { name: "call data" });
  await expect(call).toHaveText(/^0x[0-9a-f]+$/);
  await expect(page.getByRole("button", { name: "Copy call data" })).toBeVisible();
  await expect(page.getByText("The buyer hasn't named one")).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Accept|Forward|Keep|Record refund|Leave it)$/ })).toHaveCount(0);
});

test("too much is refunded to an account that the merchant enters, for exactly the difference", async ({
  page,
  context,
}, { project }) => {
  const shop = await createWorkplace("Overpaid");
  const paymentId = await insertTransferPayment(shop, {
    collected: 15_000_000n,
    hasRefundAccount: false,
    exceptions: [{ kind: "overpaid", state: "forwarded", amount: 2_500_000n }],
  });
  await signIn(context, await createMember(shop, "admin"));
  await page.goto(`${stack().baseUrl}/dashboard/payments/${paymentId}`);
  await page.getByRole("button", { name: "Request refund" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The buyer receives 2.50 USDC on Base.");
  await dialog.getByRole("button", { name: "Create refund link" }).click();
  await expect(dialog.getByLabel("The buyer's account")).toHaveAccessibleDescription(/Enter an address/);
  await expectNoFaults(page);
  await picture(page, "exceptions-overpaid", project.name);
  await dialog.getByLabel("The buyer's account").fill(refundAccount);
  await dialog.getByRole("button", { name: "Create refund link" }).click();
  await expect(page.getByRole("dialog", { name: "Refund link" })).toContainText("2.50 USDC");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Awaiting signature")).toBeVisible();
});
