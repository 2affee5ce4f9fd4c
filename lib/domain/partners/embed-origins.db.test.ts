import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { mayEmbed, setEmbedOrigins } from "#lib/domain/partners/embed-origins.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createTestPayment, scopeOf } from "#test/domain/create-test-payment.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

const shop = "https://shop.example";

let database: ServiceDatabase;
let partner: TestPartner;

beforeAll(async () => {
  database = await startDatabase();
});
beforeEach(async () => {
  partner = await createPartner();
});
afterAll(() => database.stop());

const list = (origins: string[], of = partner) => setEmbedOrigins(scopeOf(of), origins);

test("a listed origin may embed the partner's payments, but no other origin and no other partner's payments", async () => {
  const other = await createPartner();
  const [own, foreign] = [await createTestPayment(partner), await createTestPayment(other)];
  expect(await mayEmbed(own, shop)).toBe(false);
  expect(await list([`${shop}/`, "https://Shop.example", "https://b.example:8443"])).toEqual([
    shop,
    "https://b.example:8443",
  ]);
  expect(await mayEmbed(own, shop)).toBe(true);
  expect(await mayEmbed(own, "https://b.example:8443")).toBe(true);
  const strangers = ["https://b.example", "http://shop.example", "https://evil.example", `${shop}/`, "", "%", "null"];
  for (const origin of strangers) expect(await mayEmbed(own, origin), origin).toBe(false);
  expect(await mayEmbed(foreign, shop)).toBe(false);
  expect(await mayEmbed(newId("pay", new Date()), shop)).toBe(false);
  expect(await mayEmbed("nonsense", shop)).toBe(false);
  await list([]);
  expect(await mayEmbed(own, shop)).toBe(false);
});

test("an invalid origin is refused and nothing changes", async () => {
  const payment = await createTestPayment(partner);
  await list([shop]);
  await expect(list([shop, "https://*.example"])).rejects.toMatchObject({
    code: "params_validation",
    issues: [{ field: "embedOrigins.1", message: "must be an origin such as https://shop.example" }],
  });
  // PUBLIC_URL uses HTTPS, so this isn't a demo and localhost isn't allowed.
  await expect(list(["http://localhost:8080"])).rejects.toMatchObject({ code: "params_validation" });
  const many = Array.from({ length: 21 }, (_, index) => `https://shop${index}.example`);
  await expect(list(many)).rejects.toMatchObject({ issues: [{ message: "must have at most 20 entries" }] });
  const unknownPartner = { ...scopeOf(partner), partnerId: newId("prt", new Date()) };
  await expect(setEmbedOrigins(unknownPartner, [shop])).rejects.toMatchObject({ code: "not_found" });
  expect(await mayEmbed(payment, shop)).toBe(true);
});

const write = (origins: unknown) =>
  database.query("UPDATE partner SET embed_origins = $2 WHERE id = $1", [partner.partnerId, origins]);

test.each([
  [["*"]],
  [["https://*.example"]],
  [["https://a.example; script-src *"]],
  [["https://a.example https://b.example"]],
  [["https://a.example", ""]],
  [["https://a.example/"]],
  [["https://A.example"]],
  [["http://a.example"]],
  [["http://localhost.evil.example"]],
  [[null]],
  [["https://a.example", null]],
  [Array.from({ length: 21 }, () => "https://a.example")],
  [null],
])("the database refuses %o", async (origins) => {
  await expect(write(origins)).rejects.toThrow(/partner_embed_origins|null value/);
});

test.each([[[]], [["https://a.example", "http://localhost:3000", "https://b.example:8443"]]])(
  "the database accepts %o",
  async (origins) => {
    await write(origins);
  },
);
