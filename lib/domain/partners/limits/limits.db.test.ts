import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#lib/core/ids.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createMerchant } from "#lib/domain/merchants/create-merchant.ts";
import { deleteUnusedLogos } from "#lib/domain/merchants/logos/delete-unused-logos.ts";
import { storeLogo } from "#lib/domain/merchants/logos/store-logo.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { revokeApiKey } from "#lib/domain/partners/api-keys/revoke-api-key.ts";
import { createApp } from "#lib/domain/partners/apps/create-app.ts";
import { resendInvitation, revokeInvitation } from "#lib/domain/partners/invitations/change-invitation.ts";
import { inviteMember } from "#lib/domain/partners/invitations/invite-member.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createPartner, type TestPartner } from "#test/stack/partner.ts";

// Small, so that they are reached soon. A test partner begins with a key, an app and a merchant.
const limits = {
  LIMIT_API_KEYS: "4",
  LIMIT_APPS: "4",
  LIMIT_MERCHANTS: "4",
  LIMIT_INVITATIONS: "6",
  LIMIT_LOGOS_PER_DAY: "2",
};

let database: ServiceDatabase;
let partner: TestPartner;

beforeAll(async () => {
  database = await startDatabase(limits);
});
beforeEach(async () => {
  partner = await createPartner();
});
afterAll(() => database.stop());

const scope = () => ({ partnerId: partner.partnerId, merchantId: null });
const manager = () => ({ scope: scope(), role: "owner" }) as const;
const fields = { name: "Shop", email: "shop@test.example", icon: null, onlySettleableTokens: true };
const emailOf = (index: number) => `member-${index}@test.example`;
const logoOf = (text: string) =>
  ({ mediaType: "image/png", bytes: Buffer.from(text), width: 500, height: 500 }) as const;

/** Creates records of a kind, and the codes of those that are refused. */
const create = {
  api_key: () => createApiKey(partner.partnerId, "key", []),
  app: () => inTransaction((tx) => createApp(tx, scope(), { name: "App", icon: null })),
  merchant: () => inTransaction((tx) => createMerchant(tx, scope(), fields)),
  invitation: (index: number) => inviteMember(manager(), emailOf(index), "viewer", false),
} as const;

async function refusalsOf(attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const results = await Promise.allSettled(attempts);
  const codes = results.map((result) => (result.status === "fulfilled" ? "created" : result.reason.code));
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));
}

describe("sixty parallel creations", () => {
  test.for([
    ["api_key", 3],
    ["app", 3],
    ["merchant", 3],
    ["invitation", 6],
  ] as const)("of one %s each don't exceed the partner's limit", async ([kind, room]) => {
    const attempts = Array.from({ length: 60 }, (_, index) => create[kind](index));
    expect(await refusalsOf(attempts)).toEqual({ created: room, invalid_state: 60 - room });
  });
});

test("a refusal says what to do, and one partner's records don't count for another", async () => {
  for (let index = 0; index < 3; index += 1) await create.app();
  await expect(create.app()).rejects.toMatchObject({
    code: "invalid_state",
    message:
      "This account already has the maximum of 4 apps. Revoke one that isn't used, or ask the operator for a higher limit.",
  });
  partner = await createPartner();
  await create.app();
});

test("what is revoked makes room, but as many are created in a day as may be in use", async () => {
  const keys = [await createApiKey(partner.partnerId, "a", []), await createApiKey(partner.partnerId, "b", [])];
  for (const { id } of keys) await revokeApiKey(scope(), id);
  await create.api_key();
  await expect(create.api_key()).rejects.toMatchObject({
    code: "rate_limited",
    message: expect.stringMatching(/^This account has reached its limit of 4 new API keys per UTC day\. /),
    retryAfterSeconds: expect.any(Number),
  });
  await database.query("UPDATE partner_count SET day = day - 1 WHERE partner_id = $1", [partner.partnerId]);
  await create.api_key();
});

test("the operator's own limit for a partner counts instead of the default", async () => {
  await database.query("UPDATE partner SET merchant_limit = 2 WHERE id = $1", [partner.partnerId]);
  await create.merchant();
  await expect(create.merchant()).rejects.toMatchObject({ code: "invalid_state" });
});

test("the counts follow every way in which records are created and end", async () => {
  for (const kind of ["api_key", "app", "merchant"] as const) await create[kind]();
  const invitations = [await create.invitation(1), await create.invitation(2), await create.invitation(3)];
  const [first, second, third] = invitations as [string, string, string];
  await revokeInvitation(manager(), first);
  await database.query("UPDATE invitation SET accepted_at = now() WHERE id = $1", [second]);
  await database.query("DELETE FROM invitation WHERE id = $1", [third]);
  await database.query("UPDATE merchant SET deleted_at = now() WHERE id = $1", [partner.merchantId]);
  await database.query("UPDATE app SET revoked_at = now() WHERE id = $1", [partner.appId]);
  const counts = await database.query(
    "SELECT kind, in_use, created_today FROM partner_count WHERE partner_id = $1 ORDER BY kind",
    [partner.partnerId],
  );
  expect(counts).toEqual([
    { kind: "api_key", in_use: 2, created_today: 2 },
    { kind: "app", in_use: 1, created_today: 2 },
    { kind: "merchant", in_use: 1, created_today: 2 },
    { kind: "invitation", in_use: 0, created_today: 3 },
  ]);
});

describe("invitation emails", () => {
  test("are sent to a person five times a day, also after the invitation was revoked", async () => {
    const id = await inviteMember(manager(), emailOf(1), "viewer", true);
    const resends = Array.from({ length: 60 }, () => resendInvitation(manager(), id, true));
    expect(await refusalsOf(resends)).toEqual({ created: 4, rate_limited: 56 });
    await revokeInvitation(manager(), id);
    await expect(inviteMember(manager(), emailOf(1), "viewer", true)).rejects.toMatchObject({
      code: "rate_limited",
      message: "This person was sent 5 invitations today, which is the limit. Send the next one tomorrow.",
    });
    await inviteMember(manager(), emailOf(2), "viewer", true);
  });

  test("of a partner are limited a day, to any recipients", async () => {
    const ids = [];
    for (const index of [1, 2]) ids.push(await inviteMember(manager(), emailOf(index), "viewer", true));
    const resends = [...ids, ...ids, ...ids].map((id) => resendInvitation(manager(), id, true));
    expect(await refusalsOf(resends)).toEqual({ created: 4, rate_limited: 2 });
  });
});

describe("logos", () => {
  const store = (text: string) => inTransaction((tx) => storeLogo(tx, scope(), logoOf(text)));
  const stored = async (hash: string) =>
    (await database.query("SELECT FROM logo WHERE sha256 = $1", [hash])).length === 1;

  test("of a partner are limited a day; those that are stored already aren't counted", async () => {
    const names = ["a", "b"].map((name) => `${partner.partnerId} ${name}`);
    for (const name of [...names, ...names]) await store(name);
    await expect(store("c")).rejects.toMatchObject({
      code: "rate_limited",
      message: expect.stringMatching(/^This account has reached its limit of 2 new logos per UTC day\. /),
    });
  });

  test("that nothing has used for a week are deleted, and one that is used again stays", async () => {
    const ended = Promise.withResolvers<void>();
    const [unused, again] = [await store(newId("evt", new Date())), await store(newId("evt", new Date()))] as const;
    await deleteUnusedLogos();
    await database.query("UPDATE logo SET unused_since = unused_since - interval '8 days'");
    await inTransaction(async (tx) => {
      // The row is locked by this transaction, so the deletion waits for it, and then finds the logo in use.
      const [row] = await tx.rows(
        statement<{ bytes: Buffer }>({ name: "test-logo-bytes", text: "SELECT bytes FROM logo WHERE sha256 = $1" }),
        [again],
      );
      await storeLogo(tx, scope(), { ...logoOf(""), bytes: row?.bytes ?? Buffer.alloc(0) });
      const deletion = deleteUnusedLogos();
      await database.untilBlocked(1);
      const text = "UPDATE merchant SET logo_hash = $1, icon_url = 'https://shop.example/logo.png' WHERE id = $2";
      await tx.rows(statement({ name: "test-use-logo", text }), [again, partner.merchantId]);
      tx.afterCommit(() => void deletion.then(() => ended.resolve(), ended.reject));
    });
    await ended.promise;
    expect([await stored(unused), await stored(again)]).toEqual([false, true]);
  });
});
