import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { inTransaction } from "#lib/db/transaction.ts";
import { createLogoFetcher, type FetchLogo } from "#lib/domain/merchants/logos/fetch-logo.ts";
import { storeLogo } from "#lib/domain/merchants/logos/store-logo.ts";
import { type Answer, type Api, startApi } from "#test/api/start-api.ts";
import { makeImage } from "#test/logos/images.ts";
import { type LogoServer, startLogoServer } from "#test/logos/logo-server.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";
import { GET } from "./route.ts";

// The API fetches from the test's own server instead of the internet; everything else is as in production.
const internet = vi.hoisted(() => ({ fetchLogo: (async () => Promise.reject(new Error("not set"))) as FetchLogo }));
vi.mock(import("#lib/domain/merchants/logos/fetch-logo.ts"), async (importOriginal) => ({
  ...(await importOriginal()),
  fetchLogo: (url) => internet.fetchLogo(url),
}));

let api: Api;
let partner: TestPartner;
let server: LogoServer;
let image: Buffer;

beforeAll(async () => {
  server = await startLogoServer();
  internet.fetchLogo = createLogoFetcher(server.network);
  api = await startApi();
  partner = await createPartner();
  image = await makeImage("png");
});
afterAll(async () => {
  await api.stop();
  await server.stop();
});
beforeEach(() => {
  server.serve("/logo", image);
  server.requests.length = 0;
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const hashOf = (url: unknown) => String(url).replace("https://till.example/logos/", "");

let keys = 0;
async function createMerchant(iconUrl: string | null | undefined, key = `key-${keys++}`): Promise<Answer> {
  const body = { merchantName: "Café Lumen", merchantEmail: "shop@lumen.example", iconUrl };
  return api.as(partner)("POST", "/v1/merchants", body, { "idempotency-key": key });
}

async function createPayment(merchantId: unknown): Promise<string> {
  const body = { referenceId: "order 1", amount: { unit: "iso4217/USD", value: "1000" } };
  const { body: payment } = await api.as(partner)("POST", "/v1/payments", body, { "merchant-id": String(merchantId) });
  return String(payment.paymentId);
}

/** The logo's URL as the gateway returns it to buyers' wallets. */
async function iconForBuyers(paymentId: string): Promise<unknown> {
  const { body } = await api.send("GET", `/v1/gateway/payment/${paymentId}`, undefined, { "app-id": partner.appId });
  return (body.merchant as { iconUrl: unknown }).iconUrl;
}

function getLogo(hash: string): Promise<Response> {
  return GET(new Request(`https://till.example/logos/${hash}`), { params: Promise.resolve({ hash }) });
}

async function countLogos(): Promise<number> {
  const [row] = await api.query<{ count: number }>("SELECT count(*)::int AS count FROM logo");
  return row?.count ?? 0;
}

describe("a merchant with a logo", () => {
  test("keeps the URL as given, and buyers get our copy of the image", async () => {
    const created = await createMerchant(server.url("/logo"));
    expect(created).toMatchObject({ status: 201, body: { iconUrl: server.url("/logo") } });
    const iconUrl = await iconForBuyers(await createPayment(created.body.id));
    expect(iconUrl).toBe(`https://till.example/logos/${sha256(image)}`);
    const response = await getLogo(hashOf(iconUrl));
    expect(Buffer.from(await response.arrayBuffer()).equals(image)).toBe(true);
  });

  test("shows the same image when the file at its URL is replaced, until the logo is set again", async () => {
    const created = await createMerchant(server.url("/logo"));
    const paymentId = await createPayment(created.body.id);
    const before = await iconForBuyers(paymentId);
    const replacement = await makeImage("webp", { background: "crimson" });
    server.serve("/logo", replacement);
    expect(await iconForBuyers(paymentId)).toBe(before);
    const response = await getLogo(hashOf(before));
    expect(Buffer.from(await response.arrayBuffer()).equals(image)).toBe(true);
    expect(server.requests).toEqual(["/logo"]);
    const second = await createMerchant(server.url("/logo"));
    expect(await iconForBuyers(await createPayment(second.body.id))).toContain(sha256(replacement));
    expect(await iconForBuyers(paymentId)).toBe(before);
  });

  test("is fetched once for an Idempotency-Key", async () => {
    const first = await createMerchant(server.url("/logo"), "once");
    server.serve("/logo", Buffer.from("gone"));
    const second = await createMerchant(server.url("/logo"), "once");
    expect(second.text).toBe(first.text);
    expect(server.requests).toEqual(["/logo"]);
  });

  test("shares its copy with every merchant that uses the same file", async () => {
    server.serve("/elsewhere", image);
    await createMerchant(server.url("/logo"));
    const before = await countLogos();
    await createMerchant(server.url("/elsewhere"));
    expect(await countLogos()).toBe(before);
  });

  test("isn't created when the logo breaks a rule, and can be retried with the same key", async () => {
    server.serve("/logo", await makeImage("png", { width: 320, height: 320 }));
    const refused = await createMerchant(server.url("/logo"), "again");
    const message = "must be at least 500 × 500 pixels; it has 320 × 320";
    expect(refused).toMatchObject({ status: 400, body: { code: "params_validation" } });
    expect(refused.body.issues).toEqual([{ field: "iconUrl", message }]);
    server.serve("/logo", image);
    expect((await createMerchant(server.url("/logo"), "again")).status).toBe(201);
  });
});

test.each([null, undefined])("a merchant with an iconUrl of %s has no logo for buyers", async (iconUrl) => {
  const created = await createMerchant(iconUrl);
  expect(created).toMatchObject({ status: 201, body: { iconUrl: null } });
  expect(await iconForBuyers(await createPayment(created.body.id))).toBeNull();
  expect(server.requests).toEqual([]);
});

describe("our copy of a logo", () => {
  test("is served as an immutable image, with headers that prevent any other use", async () => {
    const bytes = await makeImage("avif");
    const logo = { mediaType: "image/avif", bytes, width: 600, height: 600 } as const;
    const response = await getLogo(
      await inTransaction((tx) => storeLogo(tx, { partnerId: partner.partnerId, merchantId: null }, logo)),
    );
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      "cache-control": "public, max-age=31536000, immutable",
      "content-disposition": "inline",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-type": "image/avif",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
  });

  test.each([
    ["unknown", "0".repeat(64)],
    ["too short", "0".repeat(63)],
    ["in upper case", "A".repeat(64)],
    ["not a hash", "..%2f..%2fetc"],
    ["one with a NUL", `${"0".repeat(63)}\0`],
  ])("isn't found by a hash that is %s", async (_name, hash) => {
    const response = await getLogo(hash);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    ["under a hash other than its content's", "sha256", "repeat('0', 64)", "logo_named_by_content"],
    ["with a type that isn't an image's", "media_type", "'image/svg+xml'", "logo_media_type_known"],
    ["above the size limit", "bytes", "decode(repeat('00', 2097153), 'hex')", "logo_size_limit"],
    ["with too many pixels", "width", "4097", "logo_pixel_limits"],
    ["with too few pixels", "height", "499", "logo_pixel_limits"],
  ])("isn't stored %s", async (_name, column, value, constraint) => {
    const values = { sha256: "", media_type: "'image/png'", bytes: "'\\x00'::bytea", width: "500", height: "500" };
    const row = { ...values, created_at: "now()", [column]: value };
    row.sha256 ||= `encode(sha256(${row.bytes}), 'hex')`;
    const insert = `INSERT INTO logo (${Object.keys(row).join()}) VALUES (${Object.values(row).join()})`;
    await expect(api.query(insert)).rejects.toThrow(constraint);
  });

  test("never changes, and can't be deleted while a merchant uses it", async () => {
    await createMerchant(server.url("/logo"));
    await expect(api.query("UPDATE logo SET media_type = 'image/webp'")).rejects.toThrow("append-only");
    await expect(api.query("DELETE FROM logo")).rejects.toThrow("merchant_logo_hash_fkey");
  });

  test("can't belong to a merchant without its source URL", async () => {
    const { body } = await createMerchant(server.url("/logo"));
    const unset = "UPDATE merchant SET icon_url = NULL WHERE id = $1";
    await expect(api.query(unset, [body.id])).rejects.toThrow("merchant_logo_has_url");
  });
});
