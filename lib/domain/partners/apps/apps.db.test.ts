import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AppId, newId, type PaymentId } from "#lib/core/ids.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createLogoFetcher } from "#lib/domain/merchants/logos/fetch-logo.ts";
import type { FetchedLogo } from "#lib/domain/merchants/logos/logo.ts";
import { createApp } from "#lib/domain/partners/apps/create-app.ts";
import { hostedCheckoutAppId } from "#lib/domain/partners/apps/find-app.ts";
import { listApps } from "#lib/domain/partners/apps/repository.ts";
import { revokeApp } from "#lib/domain/partners/apps/revoke-app.ts";
import { applyPaymentEvent } from "#lib/domain/payments/apply-payment-event.ts";
import type { PaymentEvent } from "#lib/domain/payments/transition.ts";
import { type Api, startApi } from "#test/api/start-api.ts";
import { createTestPayment, makeEvent, scopeOf } from "#test/domain/create-test-payment.ts";
import { makeImage } from "#test/logos/images.ts";
import { type LogoServer, startLogoServer } from "#test/logos/logo-server.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

let api: Api;
let server: LogoServer;
let partner: TestPartner;
let icon: { url: string; logo: FetchedLogo };
let ourCopy: string;

beforeAll(async () => {
  api = await startApi();
  server = await startLogoServer();
  const image = await makeImage("png");
  server.serve("/wallet.png", image);
  const url = server.url("/wallet.png");
  icon = { url, logo: await createLogoFetcher(server.network)(url) };
  ourCopy = `https://till.example/logos/${createHash("sha256").update(image).digest("hex")}`;
});
beforeEach(async () => {
  partner = await createPartner();
});
afterAll(async () => {
  await api.stop();
  await server.stop();
});

const partnerScope = (of = partner) => ({ ...scopeOf(of), merchantId: null });
const create = (name: string, withIcon = true) =>
  inTransaction((tx) => createApp(tx, partnerScope(), { name, icon: withIcon ? icon : null }));

/** A payment that was confirmed or declined through an app. */
async function paymentBy(appId: string | null, type: "confirmed" | "declined"): Promise<PaymentId> {
  const id = await createTestPayment(partner);
  const event = { ...makeEvent(type), appId } as PaymentEvent;
  await inTransaction((tx) => applyPaymentEvent(tx, id, event, new Date()));
  return id;
}

/** The buyer in the responses for wallets and for the merchant. */
async function buyersOf(id: PaymentId): Promise<unknown[]> {
  const asWallet = { "app-id": hostedCheckoutAppId };
  const basic = await api.send("GET", `/v1/gateway/payment/${id}`, undefined, asWallet);
  const path = `/v1/gateway/payment/${id}/options?includePaymentInfo=true`;
  const accounts = { accounts: ["eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"] };
  const offered = await api.send("POST", path, accounts, asWallet);
  const listed = await api.as(partner)("GET", "/v1/payments");
  const item = (listed.body.data as { paymentId: string; buyer: unknown }[]).find(({ paymentId }) => paymentId === id);
  return [basic.body.buyer, (offered.body.info as { buyer: unknown }).buyer, item?.buyer];
}
const accountCaip10 = "eip155:8453:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

describe("the app that a buyer confirmed with", () => {
  test.for(["confirmed", "declined"] as const)(
    "is shown by name and our copy of its icon, everywhere: %s",
    async (type) => {
      const id = await paymentBy(await create("Nice Wallet"), type);
      const buyer = { accountCaip10, accountProviderName: "Nice Wallet", accountProviderIcon: ourCopy };
      expect(await buyersOf(id)).toEqual([buyer, buyer, buyer]);
    },
  );

  test("is shown without an icon if it has none, and is omitted if no app was used", async () => {
    const buyer = { accountCaip10, accountProviderName: "Plain Wallet" };
    expect(await buyersOf(await paymentBy(await create("Plain Wallet", false), "confirmed"))).toEqual([
      buyer,
      buyer,
      buyer,
    ]);
    const [basic, offered, listed] = await buyersOf(await paymentBy(null, "confirmed"));
    // Wallet SDKs read the name without a null check.
    expect([basic, offered]).toEqual(Array(2).fill({ accountCaip10, accountProviderName: "" }));
    expect(listed).toEqual({ accountCaip10 });
  });

  test("keeps its name and icon on payments from before it was revoked", async () => {
    const appId = await create("Former Wallet");
    const id = await paymentBy(appId, "confirmed");
    await revokeApp(partnerScope(), appId);
    const buyer = { accountCaip10, accountProviderName: "Former Wallet", accountProviderIcon: ourCopy };
    expect(await buyersOf(id)).toEqual([buyer, buyer, buyer]);
  });

  test("is never shown with its original icon URL, whose host would learn who views it", async () => {
    const id = await paymentBy(await create("Nice Wallet"), "confirmed");
    expect(JSON.stringify(await buyersOf(id))).not.toContain("logo.test");
    await api.query("UPDATE app SET icon_url = 'https://tracker.example/x.png'");
    const other = await create("Later Wallet", false);
    await api.query("UPDATE app SET icon_url = 'https://tracker.example/x.png' WHERE id = $1", [other]);
    expect(JSON.stringify(await buyersOf(await paymentBy(other, "confirmed")))).not.toContain("tracker.example");
  });
});

describe("an App-Id", () => {
  const ask = (appId: string, id: PaymentId) =>
    api.send("GET", `/v1/gateway/payment/${id}/status`, undefined, { "app-id": appId });

  test("is accepted until it is revoked", async () => {
    const [good, bad] = [await create("Good"), await create("Bad")];
    await revokeApp(partnerScope(), bad);
    const id = await createTestPayment(partner);
    expect((await ask(good, id)).status).toBe(200);
    const refused = await ask(bad, id);
    expect([refused.status, refused.body.code]).toEqual([401, "invalid_app_id"]);
  });

  test("can be revoked by its own partner only, and once", async () => {
    const appId = await create("Wallet");
    const other = await createPartner();
    await expect(revokeApp(partnerScope(other), appId)).rejects.toMatchObject({ code: "not_found" });
    await revokeApp(partnerScope(), appId);
    for (const id of [appId, newId("app", new Date()), "nonsense", hostedCheckoutAppId]) {
      await expect(revokeApp(partnerScope(), id)).rejects.toMatchObject({ code: "not_found" });
    }
    const apps = await listApps(partnerScope());
    expect(apps.map(({ id, revokedAt }) => [id, revokedAt !== null])).toEqual([
      [partner.appId, false],
      [appId, true],
    ]);
    expect((await listApps(partnerScope(other))).map(({ id }) => id)).toEqual([other.appId as AppId]);
  });

  test.for(["", "   ", "x".repeat(65), "a\nb", "a\u0000b"])("can't have the name %j", async (name) => {
    await expect(create(name)).rejects.toMatchObject({ issues: [{ field: "name" }] });
  });

  test.for(["W", "x".repeat(64), "Börse 👛", "<b>"])("can have the name %j", async (name) => {
    const buyers = await buyersOf(await paymentBy(await create(name, false), "confirmed"));
    expect(buyers).toEqual(Array(3).fill({ accountCaip10, accountProviderName: name }));
  });

  test("can be one that a wallet kit sends, unless it is taken", async () => {
    const id = "0123456789abcdef0123456789abcdef";
    const register = (given: string, of = partner) =>
      inTransaction((tx) => createApp(tx, partnerScope(of), { name: "Kit", icon: null, id: given }));
    const paymentId = await createTestPayment(partner);
    expect((await ask(id, paymentId)).body.code).toBe("invalid_app_id");
    expect(await register(id)).toBe(id);
    expect((await ask(id, paymentId)).status).toBe(200);
    for (const of of [partner, await createPartner()]) {
      await expect(register(id, of)).rejects.toMatchObject({ code: "version_conflict", issues: [{ field: "id" }] });
    }
    for (const malformed of ["", "short", "x".repeat(65), `${id}\n`, "0123456789abcdef/", "0123456789abcdeé"]) {
      await expect(register(malformed)).rejects.toMatchObject({ code: "params_validation", issues: [{ field: "id" }] });
    }
    const generated = { code: "params_validation", message: expect.stringContaining("looks like a generated one") };
    await expect(register(newId("app", new Date()))).rejects.toMatchObject(generated);
    await revokeApp(partnerScope(), id);
    await expect(register(id)).rejects.toMatchObject({ code: "version_conflict" });
  });

  test("isn't created for an unknown partner", async () => {
    const scope = { partnerId: newId("prt", new Date()), merchantId: null };
    const making = inTransaction((tx) => createApp(tx, scope, { name: "Wallet", icon: null }));
    await expect(making).rejects.toMatchObject({ code: "not_found" });
  });
});
