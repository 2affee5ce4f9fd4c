import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { answerReceiptForm } from "#lib/api/form/answer-receipt-form.ts";
import { answerNext } from "#lib/api/mount-next.ts";
import { clock, useClock } from "#lib/core/clock.ts";
import type { PaymentId } from "#lib/core/ids.ts";
import { deleteOldBuyerData } from "#lib/domain/payments/buyer-data/delete-old-buyer-data.ts";
import { requestReceipt } from "#lib/domain/payments/receipts/request-receipt.ts";
import { sendMail } from "#lib/jobs/mail/send-mail.ts";
import { jobPayloads } from "#lib/queue/enqueue.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { bringTo, createTestPayment } from "#test/domain/create-test-payment.ts";
import { makeImage } from "#test/logos/images.ts";
import { type MailServer, type Received, startMailServer } from "#test/mail/mail-server.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let mailServer: MailServer;
let partner: TestPartner;
let paymentId: PaymentId;
const received: Received[] = [];
const buyer = "Buyer@Home.example";

beforeAll(async () => {
  mailServer = await startMailServer((message) => void received.push(message));
  database = await startDatabase({ SMTP_URL: mailServer.url, MAIL_FROM: "Till <till@till.example>" });
});
afterAll(async () => {
  await database.stop();
  await mailServer.stop();
});
beforeEach(async () => {
  received.length = 0;
  await database.query("DELETE FROM graphile_worker._private_jobs");
  partner = await createPartner();
  await database.query("UPDATE merchant SET sends_receipts = true, name = 'Café Lumen' WHERE id = $1", [
    partner.merchantId,
  ]);
  paymentId = await createTestPayment(partner);
  await bringTo(paymentId, "succeeded");
});
let putBack = () => {};
afterEach(() => putBack());

type Job = { payload: unknown; row: string };
const jobs = () =>
  database.query<Job>("SELECT payload, j::text AS row FROM graphile_worker._private_jobs j ORDER BY id");
const work = async () => {
  for (const { payload } of await jobs()) await sendMail(jobPayloads.send_mail.parse(payload));
};
const stored = () =>
  database.query<{ row: string; sent: boolean }>(
    "SELECT r::text AS row, sent_at IS NOT NULL AS sent FROM receipt_request r WHERE payment_id = $1",
    [paymentId],
  );

test("a receipt goes to the buyer's address once, with the payment's facts and link, and only the sealed row has the address", async () => {
  await requestReceipt(paymentId, buyer, "en");
  await requestReceipt(paymentId, buyer.toUpperCase(), "en");
  const [waiting, ...others] = await jobs();
  expect(others).toEqual([]);
  for (const { row } of [waiting as Job, ...(await stored())]) expect(row.toLowerCase()).not.toContain("home.example");
  await work();
  await work();
  expect(received.map(({ to }) => to)).toEqual([["buyer@home.example"]]);
  const [{ subject, text, html }] = received as [Received];
  expect(subject).toContain("Receipt_from");
  for (const words of [
    "12.50\u00a0USDC",
    "Base",
    paymentId,
    `0x${"aa".repeat(32)}`,
    `https://till.example/pay/${paymentId}`,
  ]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  expect(await stored()).toMatchObject([{ sent: true }]);
  const events = await database.query<{ row: string }>(
    "SELECT e::text AS row FROM payment_event e WHERE payment_id = $1",
    [paymentId],
  );
  expect(JSON.stringify(events)).not.toContain("home.example");
});

test("a receipt is in the buyer's language, and a merchant's name can neither break out of it, turn it around nor become a link", async () => {
  await database.query("UPDATE merchant SET name = $2 WHERE id = $1", [
    partner.merchantId,
    `<b>evil.example<b>\u202e\u2069\r\nBcc: all@nowhere.example`,
  ]);
  await requestReceipt(paymentId, buyer, "ar");
  await work();
  const [{ text, html, raw }] = received as [Received];
  expect(html).toContain('<html lang="ar" dir="rtl"');
  expect(text).toContain(
    "تمت دفعتك إلى \u2068<b>evil.\u2060example<b> Bcc: all@\u2060nowhere.\u2060example\u2069 بنجاح.",
  );
  expect(html).not.toContain("<b>");
  expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
});

test("a receipt has the order with exact totals, and no word of the merchant becomes a link or turns the text around", async () => {
  const lineItems = [
    { name: "Espresso \u202elarge", quantity: 2, total: "750" },
    { name: "Prize at evil.example/win", quantity: 1, total: "0" },
  ];
  paymentId = await createTestPayment(partner, { description: "See https://evil.example & <b>win</b>", lineItems });
  await bringTo(paymentId, "succeeded");
  await requestReceipt(paymentId, buyer, "de");
  await work();
  const [{ text, html }] = received as [Received];
  expect(text).toContain("\u20682\u2069 × \u2068Espresso  large\u2069: \u20687,50\u00a0USD\u2069");
  expect(text).toContain("See https:\u2060/\u2060/\u2060evil.\u2060example & <b>win</\u2060b>");
  expect(html).toContain("&amp; &lt;b&gt;win&lt;/");
  for (const part of [text, html]) {
    expect(part).toContain("Prize at evil.\u2060example/\u2060win");
    expect(part).not.toContain("evil.example");
  }
});

test("a receipt has the merchant's logo as a small attached image, and the merchant's color", async () => {
  const bytes = await makeImage("webp");
  const hash = createHash("sha256").update(bytes).digest("hex");
  await database.query(
    "INSERT INTO logo (sha256, media_type, bytes, width, height, created_at) VALUES ($1, 'image/webp', $2, 600, 600, now())",
    [hash, bytes],
  );
  await database.query("UPDATE merchant SET logo_hash = $2, brand_color = '#7a1f3d' WHERE id = $1", [
    partner.merchantId,
    hash,
  ]);
  await requestReceipt(paymentId, buyer, "en");
  await work();
  const [{ html, raw }] = received as [Received];
  expect(html).toContain('src="cid:logo"');
  expect(html).toMatch(/href="[^"]+"[^>]*background:#7a1f3d/);
  expect(raw).toMatch(/Content-Type: multipart\/alternative;[\s\S]*Content-Type: multipart\/related;/);
  const [, image = ""] = /Content-Id: <logo>[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/i.exec(raw) ?? [];
  const png = await sharp(Buffer.from(image, "base64")).metadata();
  expect(png).toMatchObject({ format: "png", width: 96, height: 96 });
});

test("an email that the mail server refuses is sent by the next attempt", async () => {
  await requestReceipt(paymentId, buyer, "de");
  mailServer.refuse(1);
  await expect(work()).rejects.toThrow("a receipt wasn't sent: EMESSAGE 451");
  expect(await stored()).toMatchObject([{ sent: false }]);
  await work();
  expect(received.map(({ to }) => to)).toEqual([["buyer@home.example"]]);
});

test("a payment's receipt goes to three addresses at most, also when they ask at once", async () => {
  const results = await Promise.allSettled(
    [1, 2, 3, 4, 5, 6].map((n) => requestReceipt(paymentId, `buyer${n}@many.example`, "en")),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(await jobs()).toHaveLength(3);
  await expect(requestReceipt(paymentId, buyer, "en")).rejects.toMatchObject({ code: "rate_limited" });
});

test("an address gets ten receipts a day", async () => {
  const ask = async () => {
    const id = await createTestPayment(partner);
    await bringTo(id, "succeeded");
    await requestReceipt(id, "flooded@home.example", "en");
  };
  for (let count = 0; count < 10; count += 1) await ask();
  await expect(ask()).rejects.toMatchObject({ code: "rate_limited" });
  expect(await jobs()).toHaveLength(10);
});

test("there is no receipt before the payment has succeeded, nor where the merchant hasn't turned it on", async () => {
  const open = await createTestPayment(partner);
  await expect(requestReceipt(open, buyer, "en")).rejects.toMatchObject({ code: "invalid_state" });
  await database.query("UPDATE merchant SET sends_receipts = false WHERE id = $1", [partner.merchantId]);
  await expect(requestReceipt(paymentId, buyer, "en")).rejects.toMatchObject({ code: "forbidden" });
  expect(await jobs()).toEqual([]);
});

test("an address is deleted after 30 days, and a job that is still waiting then sends nothing", async () => {
  await requestReceipt(paymentId, buyer, "en");
  const later = new Date(clock.now().getTime() + 30 * 24 * 3_600_000 + 1_000);
  putBack = useClock({ now: () => later });
  await deleteOldBuyerData();
  expect(await stored()).toEqual([]);
  await work();
  expect(received).toEqual([]);
});

test.for([
  ["the payment's page", "same-origin", { email: buyer, locale: "fr" }, 200],
  ["another site", "cross-site", { email: buyer, locale: "fr" }, 403],
  [
    "an address that is none",
    "same-origin",
    { email: "Buyer <buyer@home.example>, all@nowhere.example", locale: "fr" },
    400,
  ],
  ["text of the buyer's own", "same-origin", { email: buyer, locale: "fr", note: "Buy now" }, 400],
  ["a language that doesn't exist", "same-origin", { email: buyer, locale: "../x" }, 400],
] as const)("the form's request is answered: %s", async ([, site, sent, status]) => {
  const body = JSON.stringify(sent);
  const headers = { "sec-fetch-site": site, "content-type": "application/json" };
  const request = new Request(`https://till.example/pay/${paymentId}/receipt`, { method: "POST", body, headers });
  const answer = await answerNext(request, (one) => answerReceiptForm(one, paymentId));
  expect(answer.status).toBe(status);
  expect(await answer.text()).not.toContain("home.example");
  expect(await jobs()).toHaveLength(status === 200 ? 1 : 0);
});
