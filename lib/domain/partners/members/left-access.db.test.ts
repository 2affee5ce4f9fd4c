import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { actAs } from "#lib/core/actor.ts";
import { isTillError } from "#lib/core/errors.ts";
import { type InvitationId, newId } from "#lib/core/ids.ts";
import type { Role } from "#lib/core/roles.ts";
import { statement } from "#lib/db/statement.ts";
import { inTransaction } from "#lib/db/transaction.ts";
import { createApiKey } from "#lib/domain/partners/api-keys/create-api-key.ts";
import { listApiKeys } from "#lib/domain/partners/api-keys/repository.ts";
import { createApp } from "#lib/domain/partners/apps/create-app.ts";
import { setEmbedOrigins } from "#lib/domain/partners/embed-origins.ts";
import { acceptInvitation } from "#lib/domain/partners/invitations/accept-invitation.ts";
import { resendInvitation } from "#lib/domain/partners/invitations/change-invitation.ts";
import { inviteMember } from "#lib/domain/partners/invitations/invite-member.ts";
import { issueInvitation } from "#lib/domain/partners/invitations/issue-invitation.ts";
import { changeRole, removeMember } from "#lib/domain/partners/members/manage-members.ts";
import { deleteMember } from "#lib/domain/partners/members/repository.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { createWebhookEndpoint } from "#lib/domain/webhooks/create-endpoint.ts";
import { listWebhookEndpoints } from "#lib/domain/webhooks/get-endpoint.ts";
import { rotateWebhookSecret } from "#lib/domain/webhooks/rotate-secret.ts";
import { updateWebhookEndpoint } from "#lib/domain/webhooks/update-endpoint.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser, testPassword } from "#test/domain/create-user.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let owner: Member;
let admin: Member;

beforeAll(async () => {
  database = await startDatabase({ DATA_ENCRYPTION_KEY: "00".repeat(32) });
});
afterAll(() => database.stop());
beforeEach(async () => {
  const { partnerId } = await createPartner();
  owner = await createUser(partnerId, "owner");
  admin = await createUser(partnerId, "admin");
});

const as = <T>({ userId, email, role }: Member, work: () => Promise<T>) =>
  actAs({ kind: "user", id: userId, name: email, role }, work);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isTillError(error) ? error.code : error),
  );

/** An email that no account has. */
const someone = () => `${newId("usr", new Date()).toLowerCase()}@nowhere.example`;
const invite = (by: Member, email = someone(), role: Role = "admin") =>
  as(by, () => inviteMember(by, email, role, false));
async function linkOf(id: InvitationId): Promise<string> {
  return (await issueInvitation(id))?.link.split("#")[1] ?? "none";
}
const accept = (token: string) => acceptInvitation({ token, name: "Ada", password: testPassword });
const endpointOf = (by: Member, url = "https://hooks.example/a") =>
  as(by, () =>
    inTransaction(async (tx) => {
      const all = { description: "", eventTypes: [], merchantIds: [], apiVersion: "2026-02-18" };
      return (await createWebhookEndpoint(tx, by.scope, { url, ...all })).endpoint;
    }),
  );
const lose = {
  "is removed": () => as(owner, () => removeMember(owner, admin.userId)),
  "gets a lower role": () => as(owner, () => changeRole(owner, admin.userId, "developer")),
};
const ways = Object.keys(lose) as (keyof typeof lose)[];

test.for(ways)("an admin who %s can't return by an invitation of their own", async (way) => {
  const [theirs, ours] = [await invite(admin), await invite(owner, someone(), "viewer")];
  const [link, other] = [await linkOf(theirs), await linkOf(ours)];
  expect(await lose[way]()).toMatchObject({ revokedInvitations: 1 });
  expect(await codeOf(accept(link))).toBe("not_found");
  expect(await linkOf(theirs)).toBe("none");
  expect(await codeOf(as(owner, () => resendInvitation(owner, theirs, false)))).toBe("not_found");
  expect(await codeOf(accept(other))).toBe("done");
});

test("an owner who becomes an admin leaves no invitation of an owner", async () => {
  const second = await createUser(owner.scope.partnerId, "owner");
  const link = await linkOf(await invite(second, someone(), "owner"));
  await as(owner, () => changeRole(owner, second.userId, "admin"));
  expect(await codeOf(accept(link))).toBe("not_found");
});

test("a higher role and the same role leave invitations open", async () => {
  const link = await linkOf(await invite(admin));
  expect(await as(owner, () => changeRole(owner, admin.userId, "admin"))).toBeNull();
  expect(await as(owner, () => changeRole(owner, admin.userId, "owner"))).toBeNull();
  expect(await codeOf(accept(link))).toBe("done");
});

/** Starts two at once, in both orders. */
const orders = ways.flatMap((way) => [false, true].map((isFirst) => [way, isFirst] as const));

test.for(orders)(
  "an invitation that is accepted while its author %s is revoked or listed (%s)",
  async ([way, isFirst]) => {
    const link = await linkOf(await invite(admin));
    const start = [() => accept(link), lose[way]] as const;
    const [accepted, departure] = isFirst
      ? await Promise.all([codeOf(start[0]()), start[1]()])
      : await Promise.all([start[1](), codeOf(start[0]())]).then(([one, two]) => [two, one] as const);
    const joined = await database.query<{ email: string }>(
      `SELECT email FROM "user" WHERE partner_id = $1 AND email = 'second-account@nowhere.example'`,
      [owner.scope.partnerId],
    );
    expect(joined).toHaveLength(accepted === "done" ? 1 : 0);
    expect(departure?.revokedInvitations).toBe(accepted === "done" ? 0 : 1);
    expect(departure?.left.members.map(({ email }) => email)).toEqual(joined.map(({ email }) => email));
  },
);

/** Waits until a statement waits for a lock, so that the order of two transactions is known. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const waiting = await database.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    if (waiting.length > 0) return;
  }
}

test("access that is given while its author is being removed is refused, or revoked or listed with the rest", async () => {
  const grants: [string, () => Promise<unknown>][] = [
    ["invite", () => invite(admin)],
    ["key", () => as(admin, () => createApiKey(admin.scope.partnerId, "late", ["payments:read"]))],
    ["app", () => as(admin, () => inTransaction((tx) => createApp(tx, admin.scope, { name: "late", icon: null })))],
    ["endpoint", () => endpointOf(admin)],
    ["origins", () => as(admin, () => setEmbedOrigins(admin.scope, ["https://late.example"]))],
    ["role", () => as(admin, () => changeRole(admin, owner.userId, "owner"))],
  ];
  const held = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  // The removal's locks, held while the requests of the removed member arrive.
  const removal = inTransaction(async (tx) => {
    await tx.rows(statement({ name: "test-lock", text: `SELECT id FROM "user" WHERE id = $1 FOR UPDATE` }), [
      admin.userId,
    ]);
    isLocked.resolve();
    await held.promise;
    await deleteMember(tx, admin.userId);
  });
  await isLocked.promise;
  const late = grants.map(async ([name, give]) => [name, await codeOf(give())] as const);
  await untilOneWaits();
  held.resolve();
  await removal;
  expect(await Promise.all(late)).toEqual(grants.map(([name]) => [name, "forbidden"]));
});

test("a request that was authorized by a higher role gives no access once the role is lower", async () => {
  await lose["gets a lower role"]();
  expect(await codeOf(invite(admin))).toBe("forbidden");
  expect(await codeOf(as(admin, () => createApiKey(admin.scope.partnerId, "late", ["refunds:write"])))).toBe(
    "forbidden",
  );
  expect(await codeOf(as(admin, () => removeMember(admin, owner.userId)))).toBe("forbidden");
  expect(await codeOf(as(admin, () => changeRole(admin, admin.userId, "admin")))).toBe("forbidden");
});

test.for(ways)("what an admin who %s has set up is listed, and nothing else", async (way) => {
  const { partnerId } = admin.scope;
  const mine = await as(admin, () => createApiKey(partnerId, "mine", ["payments:read"]));
  await as(owner, () => createApiKey(partnerId, "the owner's", ["payments:read"]));
  await database.query("UPDATE api_key SET revoked_at = now() WHERE id = $1", [
    (await as(admin, () => createApiKey(partnerId, "revoked", ["payments:read"]))).id,
  ]);
  const app = await as(admin, () => inTransaction((tx) => createApp(tx, admin.scope, { name: "Wallet", icon: null })));
  await as(owner, () => setEmbedOrigins(owner.scope, ["https://shop.example"]));
  await as(admin, () => setEmbedOrigins(admin.scope, ["https://shop.example", "https://theirs.example"]));
  const created = await endpointOf(admin, "https://hooks.example/created");
  const ours = await endpointOf(owner, "https://hooks.example/ours");
  const moved = await endpointOf(owner, "https://hooks.example/moved");
  const rotated = await endpointOf(owner, "https://hooks.example/rotated");
  const url = "https://hooks.example/theirs";
  await as(admin, () => inTransaction((tx) => updateWebhookEndpoint(tx, admin.scope, moved.id, { url })));
  await as(admin, () => inTransaction((tx) => rotateWebhookSecret(tx, admin.scope, rotated.id, 0)));
  const byKey = await actAs({ kind: "api_key", id: mine.id, name: "mine" }, () =>
    inTransaction((tx) =>
      createWebhookEndpoint(tx, admin.scope, {
        ...{ url: "https://hooks.example/key", description: "", eventTypes: [], merchantIds: [] },
        apiVersion: "2026-02-18",
      }),
    ),
  );
  await accept(await linkOf(await invite(admin, `joined-${mine.id.toLowerCase()}@nowhere.example`, "viewer")));
  const departure = await lose[way]();
  expect(departure?.left).toMatchObject({
    keys: [{ id: mine.id, name: "mine" }],
    apps: [{ id: app, name: "Wallet" }],
    origins: ["https://theirs.example"],
    members: [{ email: `joined-${mine.id.toLowerCase()}@nowhere.example`, role: "viewer" }],
  });
  const theirs = [created.id, moved.id, rotated.id, byKey.endpoint.id];
  expect(departure?.left.endpoints.map(({ id }) => id).toSorted()).toEqual(theirs.toSorted());
  // After a removal, the lists name the member until what they know is replaced.
  const expected = way === "is removed" ? admin.email : null;
  const keys = await listApiKeys(owner.scope);
  expect(keys.find(({ id }) => id === mine.id)?.leftBy).toBe(expected);
  expect(keys.find(({ name }) => name === "the owner's")?.leftBy).toBeNull();
  const leftBy = async () => new Map((await listWebhookEndpoints(owner.scope)).map(({ id, leftBy: by }) => [id, by]));
  for (const id of theirs) expect((await leftBy()).get(id)).toBe(expected);
  expect((await leftBy()).get(ours.id)).toBeNull();
  await as(owner, () => inTransaction((tx) => rotateWebhookSecret(tx, owner.scope, rotated.id, 0)));
  await as(owner, () => inTransaction((tx) => rotateWebhookSecret(tx, owner.scope, created.id, 0)));
  expect((await leftBy()).get(rotated.id)).toBeNull();
  expect((await leftBy()).get(created.id)).toBe(expected);
  const same = { url: created.url };
  await as(owner, () => inTransaction((tx) => updateWebhookEndpoint(tx, owner.scope, created.id, same)));
  expect((await leftBy()).get(created.id)).toBeNull();
});
