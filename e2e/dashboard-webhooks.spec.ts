import { expect, type Page, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { type ReceivedWebhook, type Receiver, startReceiver } from "#test/webhooks/receiver.ts";
import { expectAccessible, picture } from "./look.ts";
import { mailTo } from "./mailbox.ts";
import { createMember, createWorkplace, signIn } from "./members.ts";
import { createPayment } from "./payments.ts";
import { stack } from "./stack.ts";

const widths = [390, 1024, 1440] as const;

let receiver: Receiver;

test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.stop());

/** Verifies a webhook as its receiver would. @throws Error when the secret didn't sign it. */
const verify = (secret: string, { body, headers }: ReceivedWebhook) => new Webhook(secret).verify(body, headers);

/** Expects that nothing overflows at any width, and that axe finds no violation. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await picture(page, `webhooks-${name}`, String(width));
  }
  await expectAccessible(page);
}

/** Returns the secret that a dialog shows, and closes the dialog. */
async function takeSecret(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name: title });
  const secret = (await dialog.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  await expect(dialog).toBeHidden();
  expect(await page.content()).not.toContain(secret);
  return secret;
}

test("an endpoint is created, verified, rotated, tested, disabled by a 410, enabled, replayed and deleted @desktop", async ({
  page,
  context,
}) => {
  test.setTimeout(400_000);
  const workplace = await createWorkplace("متجر النور");
  const owner = await createMember(workplace, "owner");
  await signIn(context, owner);
  const webhooks = `${stack().baseUrl}/dashboard/developers/webhooks`;
  const create = () => createPayment(undefined, workplace);

  await page.goto(webhooks);
  await expect(page.getByText("No webhook endpoints yet")).toBeVisible();
  await look(page, "empty");
  await page.getByRole("button", { name: "Create endpoint" }).first().focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Create endpoint" });
  await form.getByLabel("URL").fill("https://10.0.0.1/hook");
  await form.getByRole("radio", { name: "Selected events" }).check();
  await form.getByRole("button", { name: "Create endpoint" }).click();
  await expect(form.getByText("Select at least one type of event")).toBeVisible();
  await form.getByRole("checkbox", { name: "Payments" }).check();
  await form.getByRole("button", { name: "Create endpoint" }).click();
  await expect(form.getByText("Must be at a public address")).toBeVisible();
  await look(page, "create");
  const url = receiver.url(`/hook/${"long-".repeat(30)}`);
  await form.getByLabel("URL").fill(url);
  await form.getByLabel("Description").fill("دفتر الأستاذ");
  await form.getByRole("button", { name: "Create endpoint" }).click();
  const secret = await takeSecret(page, "Your endpoint's secret");
  await page.getByRole("link", { name: url }).click();
  await expect(page.getByText("No deliveries yet")).toBeVisible();

  // A second try shows its own problem, not that of the first.
  await page.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit endpoint" });
  await edit.getByLabel("URL").fill("https://10.0.0.1/hook");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit.getByText("Must be at a public address")).toBeVisible();
  await edit.getByLabel("URL").fill(url);
  await edit.getByRole("checkbox", { name: "Payments" }).uncheck();
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit.getByText("Select at least one type of event")).toBeVisible();
  await expect(edit.getByText("Must be at a public address")).toBeHidden();
  await edit.getByRole("button", { name: "Cancel" }).click();

  const { paymentId } = await create();
  const [first] = await receiver.count(1);
  expect(verify(secret, first as ReceivedWebhook)).toMatchObject({ type: "payment.created" });
  const deliveries = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await expect(deliveries).toContainText(["payment.created"]);
  await expect(deliveries.first()).toContainText("Delivered");
  await deliveries.first().getByRole("link").click();
  await expect(page.getByText("Attempt 1")).toBeVisible();
  const payload = await page.getByRole("region", { name: "Payload as JSON" }).textContent();
  expect(JSON.parse(payload ?? "")).toEqual(JSON.parse(first?.body ?? ""));
  await look(page, "delivery");
  await page.getByRole("link", { name: first?.id ?? "" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "payment.created" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: url })).toContainText("Delivered");
  await look(page, "event");
  await page.getByRole("main").getByRole("link", { name: "SECRET-ORDER-7" }).click();
  await expect(page.getByText("payment.created sent to 1 endpoint")).toBeVisible();
  await look(page, "payment");
  await page.getByRole("link", { name: "Show as API events" }).click();
  await expect(page.getByLabel("Payment ID")).toHaveValue(paymentId);
  await expect(page.getByRole("list", { name: "Events" }).getByRole("listitem")).toHaveCount(1);
  await look(page, "events");

  await page.goto(webhooks);
  await expect(page.getByRole("listitem").filter({ hasText: url })).toContainText("0 pending · 0 failed");
  await look(page, "list");
  await page.getByRole("link", { name: url }).click();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await look(page, "rotate");
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  await look(page, "secret");
  const newSecret = await takeSecret(page, "The new secret");
  await expect(page.getByText("Previous secret")).toBeVisible();
  await create();
  const second = (await receiver.count(2))[1] as ReceivedWebhook;
  for (const each of [secret, newSecret]) expect(verify(each, second)).toMatchObject({ id: second.id });
  expect(() => verify(newSecret, first as ReceivedWebhook)).toThrow();

  receiver.reply((_webhook, response) => void response.writeHead(200).end("<b>thanks</b> https://example.com"));
  await page.getByRole("button", { name: "Send test event" }).click();
  const tested = page.getByRole("dialog", { name: "Test event" });
  await expect(tested.getByText("Status 200")).toBeVisible();
  await expect(tested.getByText("<b>thanks</b> https://example.com")).toBeVisible();
  expect((await receiver.count(3))[2]?.event.type).toBe("webhook.test");
  await look(page, "test");
  await tested.getByRole("button", { name: "Close" }).last().click();

  receiver.reply(500);
  await create();
  await receiver.count(4);
  await expect(page.getByText("Failing", { exact: true })).toBeVisible();
  await look(page, "failing");
  receiver.reply(410);
  await create();
  await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  await expect(deliveries.filter({ hasText: "Failed" })).toHaveCount(2);
  await expect(page.getByText("responded with status 410")).toBeVisible();
  await look(page, "disabled");
  await expect.poll(async () => (await mailTo(owner.email)).map(({ text }) => text).join(" ")).toContain("status 410");

  receiver.reply(204);
  const before = receiver.received.length;
  await page.getByRole("button", { name: "Enable again" }).click();
  await page.getByRole("button", { name: "Replay" }).click();
  const replay = page.getByRole("dialog", { name: "Replay deliveries" });
  await expect(replay.getByText("2 events will be sent.")).toBeVisible();
  await replay.getByRole("radio", { name: "A time range" }).check();
  await replay.getByLabel("From (UTC)").fill("2020-01-01T00:00");
  await expect(replay.getByText("4 events will be sent.")).toBeVisible();
  await look(page, "replay");
  await replay.getByRole("radio", { name: "Failed deliveries" }).check();
  await replay.getByRole("button", { name: "Replay" }).click();
  await expect(replay).toBeHidden();
  await receiver.count(before + 2);
  await expect(page.getByText("2 deliveries queued")).toBeVisible();
  await expect(deliveries.filter({ hasText: "Delivered" })).toHaveCount(4);
  await look(page, "endpoint");

  await page.getByRole("button", { name: "Delete" }).click();
  await look(page, "delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page.getByText("No webhook endpoints yet")).toBeVisible();
});
