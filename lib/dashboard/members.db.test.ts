import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "#lib/core/roles.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import { findMember } from "#lib/domain/partners/users/find-member.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser, getMember } from "#test/domain/create-user.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let owner: Member;
let admin: Member;
let viewer: Member;
let stranger: Member;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  const { partnerId } = await createPartner();
  owner = await createUser(partnerId, "owner");
  admin = await createUser(partnerId, "admin");
  viewer = await createUser(partnerId, "viewer");
  stranger = await createUser((await createPartner()).partnerId, "owner");
});

const act = (member: Member, name: string, input: object) =>
  callProcedure("mutation", `members.${name}`, member, input);
const change = (by: Member, of: Member, role: Role) => act(by, "changeRole", { userId: of.userId, role });
const remove = (by: Member, of: Member) => act(by, "remove", { userId: of.userId });
const roleOf = async ({ sessionId }: Member) => (await findMember(sessionId))?.role ?? null;
const code = (name: string) => expect.objectContaining({ code: name });
const invite = async (by: Member, role: Role, email = "linus@nowhere.example") =>
  (await act(by, "invite", { email, role })) as { invitationId: string };

test("a viewer sees only the partner's own members, and can't change them", async () => {
  const list = (await callProcedure("query", "members.list", viewer, {})) as { members: { id: string }[] };
  expect(new Set(list.members.map(({ id }) => id))).toEqual(
    new Set([owner, admin, viewer].map(({ userId }) => userId)),
  );
  const { invitationId } = await invite(owner, "viewer");
  for (const [name, input] of [
    ["invite", { email: "x@nowhere.example", role: "viewer" }],
    ["resendInvitation", { invitationId }],
    ["revokeInvitation", { invitationId }],
    ["changeRole", { userId: viewer.userId, role: "owner" }],
    ["remove", { userId: admin.userId }],
  ] as const) {
    await expect(act(viewer, name, input)).rejects.toEqual(code("forbidden"));
    if (name !== "invite") await expect(act(stranger, name, input)).rejects.toEqual(code("not_found"));
  }
  expect([await roleOf(admin), await roleOf(viewer)]).toEqual(["admin", "viewer"]);
});

test("role changes and removals apply from the next request, and the audit log names the actor", async () => {
  await change(owner, viewer, "developer");
  expect(await roleOf(viewer)).toBe("developer");
  await remove(admin, viewer);
  expect(await roleOf(viewer)).toBeNull();
  const entries = await database.query(
    "SELECT action, actor_name, before, after FROM audit_entry WHERE subject_id = $1 AND actor_id IS NOT NULL ORDER BY id",
    [viewer.userId],
  );
  expect(entries).toEqual([
    expect.objectContaining({ action: "user.updated", actor_name: owner.email, after: { role: "developer" } }),
    expect.objectContaining({ action: "user.deleted", actor_name: admin.email }),
  ]);
});

describe("an admin", () => {
  test("can't create or change owners or their invitations", async () => {
    const { invitationId } = await invite(owner, "owner");
    for (const attempt of [
      () => change(admin, admin, "owner"),
      () => change(admin, owner, "viewer"),
      () => remove(admin, owner),
      () => invite(admin, "owner", "other@nowhere.example"),
      () => act(admin, "resendInvitation", { invitationId }),
      () => act(admin, "revokeInvitation", { invitationId }),
    ]) {
      await expect(attempt()).rejects.toEqual(code("forbidden"));
    }
    expect([await roleOf(owner), await roleOf(admin)]).toEqual(["owner", "admin"]);
  });

  test("can't change a member who becomes an owner concurrently", async () => {
    const lock = `SELECT id FROM "user" WHERE id = '${viewer.userId}' FOR UPDATE`;
    const { ended } = await database.holding(lock, async () => {
      const promoted = change(owner, viewer, "owner");
      await database.untilBlocked(1);
      const removed = remove(admin, viewer);
      await database.untilBlocked(2);
      // Observed from here on: the removal may fail before the lock's own transaction has ended.
      return { ended: Promise.allSettled([promoted, removed]) };
    });
    const [promoted, removed] = await ended;
    expect(promoted?.status).toBe("fulfilled");
    expect(removed).toMatchObject({ status: "rejected", reason: code("forbidden") });
    expect(await roleOf(viewer)).toBe("owner");
  });
});

describe("the last owner", () => {
  test("can't be demoted or removed", async () => {
    for (const attempt of [() => change(owner, owner, "admin"), () => remove(owner, owner)]) {
      await expect(attempt()).rejects.toThrow("An account needs at least one owner.");
    }
    await change(owner, owner, "owner");
    await change(owner, admin, "owner");
    const second = await getMember(admin.sessionId);
    await remove(second, owner);
    await expect(change(second, second, "viewer")).rejects.toThrow("An account needs at least one owner.");
  });

  test("remains when several owners leave concurrently", async () => {
    const others = await Promise.all([1, 2, 3].map(() => createUser(owner.scope.partnerId, "owner")));
    const results = await Promise.allSettled(
      [owner, ...others].map((one, index) => (index % 2 === 0 ? remove(one, one) : change(one, one, "viewer"))),
    );
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
    const left = await database.query(`SELECT id FROM "user" WHERE partner_id = $1 AND role = 'owner'`, [
      owner.scope.partnerId,
    ]);
    expect(left).toHaveLength(1);
  });
});

describe("an invitation", () => {
  test("is unique per email, and never for an existing member", async () => {
    await invite(admin, "viewer");
    const field = { issues: [expect.objectContaining({ field: "email" })] };
    await expect(invite(admin, "admin", "LINUS@nowhere.example")).rejects.toMatchObject(field);
    await expect(invite(admin, "viewer", viewer.email)).rejects.toMatchObject(field);
    await expect(invite(admin, "viewer", "no address")).rejects.toMatchObject(field);
    const both = await Promise.allSettled([1, 2].map(() => invite(admin, "viewer", "twice@nowhere.example")));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("to a member of another partner gets the same response as any other", async () => {
    expect(Object.keys(await invite(owner, "viewer", stranger.email))).toEqual(["invitationId"]);
  });

  test("is in the audit log, revoked or not", async () => {
    const { invitationId } = await invite(admin, "viewer");
    await act(owner, "revokeInvitation", { invitationId });
    const entries = await database.query(
      "SELECT action, actor_name FROM audit_entry WHERE subject_id = $1 ORDER BY id",
      [invitationId],
    );
    expect(entries).toEqual([
      { action: "invitation.created", actor_name: admin.email },
      { action: "invitation.revoked", actor_name: owner.email },
    ]);
  });
});
