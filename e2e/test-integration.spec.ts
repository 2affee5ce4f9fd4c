import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { newId } from "#lib/core/ids.ts";
import { type TillEvent, UnverifiedWebhook, verifyWebhook } from "../sdk/src/webhooks.ts";
import { codeOf, wordsOf } from "./guide.ts";
import { linkTo } from "./mailbox.ts";
import { stack } from "./stack.ts";

const run = promisify(execFile);

// Signs up, which hashes a password at full cost, and walks every outcome with its webhooks.
test.describe.configure({ timeout: 240_000 });

/** Receives webhooks as the guide's receiver does: an event counts only if the SDK has verified it. */
async function startReceiver() {
  const events: TillEvent[] = [];
  let secret: string | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      events.push(verifyWebhook(secret, request.headers, Buffer.concat(chunks).toString()));
      response.writeHead(200).end();
    } catch (error) {
      response.writeHead(error instanceof UnverifiedWebhook ? 401 : 500).end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    events,
    trust(given: string) {
      secret = given;
    },
    stop: () => server.close(),
  };
}

type Outcome = { name: string; requests: string[]; events: string[] };

/** The guide's table of outcomes, with the requests that lead to each one and the events that follow. */
function readOutcomes(guide: Page): Promise<Outcome[]> {
  return guide.evaluate(() =>
    // The first table: another one lists testnets.
    [...(document.querySelector("tbody")?.querySelectorAll("tr") ?? [])].map((row) => {
      const [name, requests, events] = [...row.children];
      const codes = (cell?: Element) => [...(cell?.querySelectorAll("code") ?? [])].map((code) => code.textContent);
      return { name: name?.textContent ?? "", requests: codes(requests), events: codes(events) };
    }),
  );
}

test("an integrator gets from sign-up to a live account by the guide's own words, table and commands, without a chain @desktop", async ({
  page,
  context,
}) => {
  const { baseUrl } = stack();
  const guide = await context.newPage();
  await guide.goto(`${baseUrl}/docs/guides/testing`);
  const dialog = page.getByRole("dialog");
  const press = (name: string | undefined, within: Page | typeof dialog = page) =>
    within
      .getByRole("button", { name: name ?? "", exact: true })
      .first()
      .click();
  const openSection = (name: string | undefined, navigation: string) =>
    page
      .getByRole("navigation", { name: navigation })
      .getByRole("link", { name: name ?? "" })
      .click();

  const email = `tester-${newId("usr", new Date()).toLowerCase()}@till.example`;
  await page.goto(`${baseUrl}/sign-up`);
  await page.getByLabel("Email").fill(email);
  await press("Send link");
  await page.goto(await linkTo(email));
  await page.getByLabel("Company").fill("Tester Ltd");
  await page.getByLabel("Your name").fill("Grace");
  await page.getByLabel("Password").fill("a nanosecond of wire");
  await press("Create account");
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();

  const words = await wordsOf(guide, "Set it up");
  const [toTestMode, createMerchant, merchants, addDestination, createKey, developers, keys] = words;
  const [createEndpoint, , webhooks] = words.slice(7);
  await page.getByRole("link", { name: toTestMode ?? "" }).click();
  await expect(page.getByText("TEST MODE", { exact: true })).toBeVisible();

  await openSection(merchants, "Dashboard");
  await press(createMerchant);
  await dialog.getByLabel("Name").fill("Corner Shop");
  await dialog.getByLabel("Email", { exact: true }).fill("shop@corner.example");
  await press(createMerchant, dialog);
  await expect(page).toHaveURL(/\/dashboard\/test\/merchants\/mrch_[^/?]+$/);
  const merchantId = page.url().split("/").at(-1) ?? "";
  await press(addDestination);
  for (const token of await dialog.getByRole("checkbox").all()) await token.check();
  await page.getByLabel("2. Address").fill("0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
  await dialog.getByRole("button", { name: /^Add/ }).click();
  await expect(page.getByText("USDC on Test network").first()).toBeVisible();

  await openSection(developers, "Dashboard");
  await openSection(keys, "Developers");
  await press(createKey);
  await dialog.getByLabel("Name").fill("Test server");
  for (const permission of await dialog.getByRole("checkbox").all()) await permission.check();
  await press(createKey, dialog);
  const testKey = (await dialog.locator("code").textContent()) ?? "";
  expect(testKey).toMatch(/^till_test_/);
  await press("I've saved it", dialog);

  const receiver = await startReceiver();
  try {
    await openSection(webhooks, "Developers");
    await press(createEndpoint);
    await dialog.getByLabel("URL").fill(receiver.url);
    await press(createEndpoint, dialog);
    receiver.trust((await dialog.locator("code").textContent()) ?? "");
    await press("I've saved it", dialog);

    const command = await codeOf(guide, "Create a test payment");
    const createBy = async (apiKey: string, merchant: string, reference: string) => {
      const env = { ...process.env, API_KEY: apiKey, MERCHANT_ID: merchant };
      const lines = command.replaceAll("ORDER-1", reference);
      return JSON.parse((await run("bash", ["-euo", "pipefail", "-c", lines], { env })).stdout);
    };
    const send = async (method: string, path: string, body: string) => {
      const headers = { "Api-Key": testKey, "Merchant-Id": merchantId, "Content-Type": "application/json" };
      const answer = await fetch(`${baseUrl}${path}`, { method, headers, body });
      const text = await answer.text();
      expect(answer.status, `${method} ${path} ${text}`).toBeLessThan(300);
      return JSON.parse(text) as { live: boolean; refundId?: string };
    };

    const outcomes = await readOutcomes(guide);
    expect(outcomes.length).toBeGreaterThan(10);
    for (const [index, { name, requests, events }] of outcomes.entries()) {
      await test.step(name, async () => {
        const { paymentId, live } = await createBy(testKey, merchantId, `ORDER-${index}`);
        expect(live).toBe(false);
        let refundId = "";
        for (const request of requests) {
          const filled = request.replaceAll("{id}", paymentId).replaceAll("{refundId}", refundId);
          const [, method = "", path = "", body = "{}"] = /^(\S+) (\S+)(?: (\{.*\}))?$/.exec(filled) ?? [];
          const answer = await send(method, path, body);
          expect(answer.live).toBe(false);
          refundId = answer.refundId ?? refundId;
        }
        const received = () =>
          receiver.events.filter(({ data }) => "payment" in data && data.payment.paymentId === paymentId);
        await expect
          .poll(() => received().map(({ type }) => type), { timeout: 30_000 })
          .toEqual(["payment.created", ...events]);
        expect(received().every((event) => event.live === false)).toBe(true);
      });
    }
    const forged = await fetch(receiver.url, {
      method: "POST",
      headers: {
        "webhook-id": "evt_1",
        "webhook-timestamp": `${Math.floor(Date.now() / 1_000)}`,
        "webhook-signature": "v1,x",
      },
      body: JSON.stringify({ type: "payment.succeeded" }),
    });
    expect(forged.status).toBe(401);

    const [goLive, copyToLive, addLiveDestination, createLiveKey] = await wordsOf(guide, "Go live");
    const openGoLive = async () => {
      await page.getByRole("link", { name: goLive ?? "", exact: true }).click();
      await expect(page.getByRole("heading", { name: goLive ?? "", level: 1 })).toBeVisible();
    };
    await openGoLive();
    await expect(page.getByText("0 of 4 done")).toBeVisible();
    const rowOf = (text: string) => page.getByRole("listitem").filter({ hasText: text });
    const copy = async (text: string) => {
      await rowOf(text)
        .getByRole("button", { name: new RegExp(`^Copy .*${copyToLive?.slice("Copy ".length)}$`) })
        .click();
    };
    await copy("Corner Shop");
    await expect(rowOf("Corner Shop").getByRole("link", { name: "Open in live mode" })).toBeFocused();
    await copy(receiver.url);
    const liveSecret = (await dialog.locator("code").textContent()) ?? "";
    expect(liveSecret).toMatch(/^whsec_/);
    await press("I've saved it", dialog);
    await expect(page.getByText("1 of 4 done")).toBeVisible();

    await page.getByRole("link", { name: addLiveDestination ?? "" }).click();
    await expect(page.getByText("TEST MODE", { exact: true })).toBeHidden();
    const liveMerchantId = page.url().split("/").at(-1) ?? "";
    expect(liveMerchantId).not.toBe(merchantId);
    await press(addLiveDestination);
    await page.getByRole("group", { name: "Base" }).getByLabel("USDC").check();
    await page.getByLabel("2. Address").fill("0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
    await dialog.getByRole("button", { name: /^Add/ }).click();
    await expect(page.getByText("USDC on Base").first()).toBeVisible();

    await page.getByRole("link", { name: toTestMode ?? "" }).click();
    await openGoLive();
    await page.getByRole("link", { name: createLiveKey ?? "" }).click();
    await expect(page).toHaveURL(`${baseUrl}/dashboard/developers/keys`);
    await press(createKey);
    await dialog.getByLabel("Name").fill("Production");
    for (const permission of await dialog.getByRole("checkbox").all()) await permission.check();
    await press(createKey, dialog);
    const liveKey = (await dialog.locator("code").textContent()) ?? "";
    expect(liveKey).toMatch(/^till_live_/);
    await press("I've saved it", dialog);

    receiver.trust(liveSecret);
    const { paymentId, live } = await createBy(liveKey, liveMerchantId, "LIVE-1");
    expect(live).toBe(true);
    const isReceived = () =>
      receiver.events.some(
        (event) => event.live && "payment" in event.data && event.data.payment.paymentId === paymentId,
      );
    await expect.poll(isReceived, { timeout: 30_000 }).toBe(true);

    await page.getByRole("link", { name: toTestMode ?? "" }).click();
    await openGoLive();
    // A password is all that protects the only member.
    await expect(page.getByText("3 of 4 done")).toBeVisible();
    await expect(page.getByRole("link", { name: "Set up yours" })).toBeVisible();
  } finally {
    receiver.stop();
  }
});
