import { expect, type Locator, test } from "@playwright/test";
import { withConnection } from "#scripts/postgres/connection.ts";
import { type Receiver, startReceiver } from "#test/webhooks/receiver.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { stack } from "./stack.ts";
import { tabTo } from "./tab-to.ts";

let receiver: Receiver;

test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.stop());

async function press(button: Locator): Promise<void> {
  await tabTo(button);
  await button.page().keyboard.press("Enter");
}

async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.type(text);
}

test("an owner signs in, creates a merchant and an endpoint, and invites a member by keyboard alone", async ({
  page,
}) => {
  const { baseUrl } = stack();
  const owner = await createMember(await createWorkplace("Keyboard"), "owner");
  await page.goto(`${baseUrl}/sign-in?next=/dashboard/merchants`);
  await type(page.getByLabel("Email"), owner.email);
  await type(page.getByLabel("Password"), owner.password);
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("dialog");
  const opener = page.getByRole("button", { name: "Create merchant" });
  await press(opener);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await type(dialog.getByLabel("Name"), "Bakery");
  await type(dialog.getByLabel("Email", { exact: true }), "bakery@shop.example");
  await press(dialog.getByRole("button", { name: "Create merchant" }));
  await expect(page.getByRole("heading", { name: "Bakery", level: 1 })).toBeVisible();

  await page.goto(`${baseUrl}/dashboard/settings/members`);
  await press(page.getByRole("button", { name: "Invite member" }));
  await type(dialog.getByLabel("Email"), "keys@till.example");
  await press(dialog.getByRole("button", { name: "Send invitation" }));
  await expect(page.getByRole("button", { name: "Resend invitation to keys@till.example" })).toBeVisible();

  await page.goto(`${baseUrl}/dashboard/developers/webhooks`);
  await press(page.getByRole("button", { name: "Create endpoint" }).first());
  await type(dialog.getByLabel("URL"), receiver.url("/keyboard"));
  await press(dialog.getByRole("button", { name: "Create endpoint" }));
  await press(dialog.getByRole("button", { name: "I've saved it" }));
  await press(page.getByRole("link", { name: receiver.url("/keyboard") }));
  await expect(page.getByText("No deliveries yet")).toBeVisible();
});

test("the focus stays where more rows were asked for, also when there are no more @desktop", async ({
  page,
  context,
}) => {
  const workplace = await createWorkplace("Keyboard");
  const changes = `INSERT INTO audit_entry (partner_id, action, subject_type, subject_id)
    SELECT $1, 'partner.updated', 'partner', $1 FROM generate_series(1, 60)`;
  await withConnection(stack().databaseUrl, (client) => client.query(changes, [workplace.partnerId]));
  await signIn(context, await createMember(workplace, "owner"));
  await page.goto(`${stack().baseUrl}/dashboard/settings/audit`);
  const rows = page.getByRole("list", { name: "Changes" }).locator("> li");
  await expect(rows).toHaveCount(50);
  await page.getByRole("button", { name: "Show older changes" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "End of list" })).toBeFocused();
  expect(await rows.count()).toBeGreaterThan(50);
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "End of list" })).toHaveCount(0);
});
