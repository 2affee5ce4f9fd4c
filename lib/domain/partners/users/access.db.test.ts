import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clock, useClock as setClock } from "#lib/core/clock.ts";
import { issueLink } from "#lib/domain/partners/email-links/issue-link.ts";
import { openLink } from "#lib/domain/partners/email-links/open-link.ts";
import { acceptInvitation, openInvitation } from "#lib/domain/partners/invitations/accept-invitation.ts";
import { resendInvitation, revokeInvitation } from "#lib/domain/partners/invitations/change-invitation.ts";
import { inviteMember } from "#lib/domain/partners/invitations/invite-member.ts";
import { issueInvitation } from "#lib/domain/partners/invitations/issue-invitation.ts";
import { changePassword } from "#lib/domain/partners/users/change-password.ts";
import { deleteOldAccess } from "#lib/domain/partners/users/delete-old-access.ts";
import { findMember } from "#lib/domain/partners/users/find-member.ts";
import { resetPassword } from "#lib/domain/partners/users/reset-password.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import { signUp } from "#lib/domain/partners/users/sign-up.ts";
import { checkPassword } from "#lib/domain/partners/users/verify-user.ts";
import { type ServiceDatabase, startDatabase } from "#test/db/service-database.ts";
import { createUser, openSession, testPassword } from "#test/domain/create-user.ts";
import { createPartner } from "#test/stack/partner.ts";

let database: ServiceDatabase;
let owner: Member;
let restoreClock = () => {};
let count = 0;

beforeAll(async () => {
  database = await startDatabase({ SIGN_UP_FEE_CENTS: "25", SIGN_UP_FEE_PPM: "3000" });
});
afterAll(() => database.stop());
beforeEach(async () => {
  owner = await createUser((await createPartner()).partnerId, "owner");
});
afterEach(() => restoreClock());

const newAddress = () => {
  count += 1;
  return `grace-${count}@hopper.example`;
};
const tokenOf = (link: string) => link.split("#")[1] ?? "";
const newPassword = "another good password";
const person = { partnerName: "Hopper Ltd", name: "Grace", password: newPassword };

function travel(minutes: number): void {
  const now = new Date(clock.now().getTime() + minutes * 60_000);
  restoreClock();
  restoreClock = setClock({ now: () => now });
}

const audit = (subject: string) =>
  database.query<{ action: string; actor_kind: string; actor_name: string; after: Record<string, unknown> }>(
    "SELECT action, actor_kind, actor_name, after FROM audit_entry WHERE subject_id = $1 ORDER BY id",
    [subject],
  );

describe("a sign-up link", () => {
  test("creates a partner and its owner once, and the audit log names the owner as the actor", async () => {
    const email = newAddress();
    const token = tokenOf(await issueLink("sign_up", email));
    expect(await openLink("sign_up", token)).toEqual({ email });
    expect(await signUp({ token, ...person })).toEqual({ email });
    const [made] = await database.query<Record<string, string>>(
      `SELECT u.id, u.role, u.name, p.id AS partner, p.name AS company, p.fee_fixed, p.fee_ppm
        FROM "user" u JOIN partner p ON p.id = u.partner_id WHERE u.email = $1`,
      [email],
    );
    expect(made).toMatchObject({ role: "owner", name: "Grace", company: "Hopper Ltd", fee_fixed: "25", fee_ppm: 3000 });
    for (const id of [made?.partner, made?.id]) {
      const [entry] = await audit(String(id));
      expect(entry).toMatchObject({ actor_kind: "user", actor_name: email });
    }
    expect(await checkPassword(email.toUpperCase(), newPassword)).toMatchObject({ userId: made?.id });
    await expect(signUp({ token, ...person })).rejects.toThrow("has expired or was already used");
    await expect(openLink("sign_up", token)).rejects.toThrow("has expired or was already used");
  });

  test("creates one partner when it is used concurrently", async () => {
    const email = newAddress();
    const token = tokenOf(await issueLink("sign_up", email));
    const results = await Promise.allSettled([1, 2, 3].map(() => signUp({ token, ...person })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await database.query(`SELECT id FROM "user" WHERE email = $1`, [email])).toHaveLength(1);
    expect(await database.query("SELECT id FROM partner WHERE name = 'Hopper Ltd' AND created_at > now()")).toEqual([]);
  });

  test("creates no partner for an email that got an account in the meantime", async () => {
    const email = newAddress();
    const token = tokenOf(await issueLink("sign_up", email));
    await createUser(owner.scope.partnerId, "viewer", email);
    const countPartners = async () => (await database.query("SELECT id FROM partner")).length;
    const before = await countPartners();
    await expect(signUp({ token, ...person })).rejects.toThrow("already has an account");
    expect(await countPartners()).toBe(before);
  });

  test("expires after a day, and when another link for the same email is used", async () => {
    const email = newAddress();
    const [first, second] = [await issueLink("sign_up", email), await issueLink("sign_up", email)].map(tokenOf);
    travel(24 * 60 - 1);
    await openLink("sign_up", String(first));
    await signUp({ token: String(second), ...person });
    await expect(openLink("sign_up", String(first))).rejects.toThrow("has expired or was already used");
    const late = tokenOf(await issueLink("sign_up", newAddress()));
    travel(24 * 60 + 1);
    await expect(signUp({ token: late, ...person })).rejects.toThrow("has expired or was already used");
  });

  test("can't be used as a reset link, nor the other way round, nor can any other text", async () => {
    const email = newAddress();
    const [start, reset] = [await issueLink("sign_up", email), await issueLink("password_reset", owner.email)].map(
      tokenOf,
    );
    await expect(resetPassword(String(start), newPassword)).rejects.toThrow("has expired or was already used");
    await expect(signUp({ token: String(reset), ...person })).rejects.toThrow("has expired or was already used");
    for (const token of ["", "x", `${start}x`, "A".repeat(43)]) {
      await expect(openLink("sign_up", token)).rejects.toThrow("has expired or was already used");
      await expect(openInvitation(token)).rejects.toThrow("has expired or was already used");
    }
  });

  test("is stored only as a hash", async () => {
    const token = tokenOf(await issueLink("sign_up", newAddress()));
    const rows = await database.query<{ row: string }>("SELECT email_token::text AS row FROM email_token");
    expect(rows.some(({ row }) => row.includes(token) || row.includes(Buffer.from(token).toString("hex")))).toBe(false);
  });

  test("refuses a common password and stays valid", async () => {
    const token = tokenOf(await issueLink("sign_up", newAddress()));
    await expect(signUp({ token, ...person, password: "password123" })).rejects.toMatchObject({
      issues: [{ field: "password", message: "is too common" }],
    });
    await signUp({ token, ...person });
  });
});

describe("a password reset link", () => {
  test("sets the password once, within an hour, and signs the user out everywhere", async () => {
    const other = await openSession(owner.userId, "Chrome");
    const token = tokenOf(await issueLink("password_reset", owner.email));
    await resetPassword(token, newPassword);
    expect([await findMember(owner.sessionId), await findMember(other)]).toEqual([null, null]);
    expect(await checkPassword(owner.email, testPassword)).toBeNull();
    expect(await checkPassword(owner.email, newPassword)).not.toBeNull();
    await expect(resetPassword(token, "yet another password")).rejects.toThrow("has expired or was already used");
    const late = tokenOf(await issueLink("password_reset", owner.email));
    travel(61);
    await expect(resetPassword(late, "yet another password")).rejects.toThrow("has expired or was already used");
    const entry = (await audit(owner.userId)).at(-1);
    expect(entry).toMatchObject({ action: "user.updated", actor_name: owner.email });
    expect(entry?.after.password_hash).toMatch(/^secret:[0-9a-f]{12}$/);
  });

  test("sets one password when it is used concurrently", async () => {
    const token = tokenOf(await issueLink("password_reset", owner.email));
    const passwords = ["the first new password", "the other new password"];
    const results = await Promise.allSettled(passwords.map((password) => resetPassword(token, password)));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("does nothing for a user who was removed since", async () => {
    const viewer = await createUser(owner.scope.partnerId, "viewer");
    const token = tokenOf(await issueLink("password_reset", viewer.email));
    await database.query(`DELETE FROM "user" WHERE id = $1`, [viewer.userId]);
    await expect(resetPassword(token, newPassword)).rejects.toThrow("has expired or was already used");
  });
});

describe("changing a password", () => {
  test("ends every other session and keeps this one", async () => {
    const other = await openSession(owner.userId, "Chrome");
    await changePassword(owner, testPassword, newPassword);
    expect(await findMember(other)).toBeNull();
    expect(await findMember(owner.sessionId)).not.toBeNull();
    expect(await checkPassword(owner.email, newPassword)).not.toBeNull();
  });

  test("requires the current one and checks the new one against the rules", async () => {
    const issue = (field: string) => ({ issues: [expect.objectContaining({ field })] });
    await expect(changePassword(owner, "not the password", newPassword)).rejects.toMatchObject(issue("current"));
    await expect(changePassword(owner, testPassword, "Test partner")).rejects.toMatchObject(issue("password"));
    expect(await checkPassword(owner.email, testPassword)).not.toBeNull();
  });
});

describe("an invitation", () => {
  const invite = async (role: "admin" | "viewer" = "viewer") => {
    const email = newAddress();
    const id = await inviteMember(owner, email, role, false);
    return { email, id, token: tokenOf((await issueInvitation(id))?.link ?? "") };
  };

  test("creates a member once", async () => {
    const { email, token, id } = await invite("admin");
    expect(await openInvitation(token)).toMatchObject({
      email,
      role: "admin",
      partnerName: "Test partner",
      hasAccount: false,
    });
    const results = await Promise.allSettled([1, 2].map(() => acceptInvitation({ token, ...person })));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [made] = await database.query<{ role: string; partner_id: string }>(
      `SELECT role, partner_id FROM "user" WHERE email = $1`,
      [email],
    );
    expect(made).toEqual({ role: "admin", partner_id: owner.scope.partnerId });
    expect((await audit(id)).map(({ action }) => action)).toContain("invitation.accepted");
    await expect(acceptInvitation({ token, ...person })).rejects.toThrow("has expired or was already used");
  });

  test("stops working after seven days, when it is revoked and when it is resent", async () => {
    const [late, revoked, resent] = [await invite(), await invite(), await invite()];
    await revokeInvitation(owner, revoked.id);
    await resendInvitation(owner, resent.id, false);
    for (const { token } of [revoked, resent])
      await expect(openInvitation(token)).rejects.toThrow("has expired or was already used");
    travel(7 * 24 * 60 + 1);
    await expect(acceptInvitation({ token: late.token, ...person })).rejects.toThrow("has expired or was already used");
    await resendInvitation(owner, late.id, false);
    const again = tokenOf((await issueInvitation(late.id))?.link ?? "");
    await acceptInvitation({ token: again, ...person });
  });

  test("for an email with an account elsewhere says so only to the reader of the link", async () => {
    const elsewhere = await createUser((await createPartner()).partnerId, "owner");
    const id = await inviteMember(owner, elsewhere.email, "viewer", false);
    const token = tokenOf((await issueInvitation(id))?.link ?? "");
    expect(await openInvitation(token)).toMatchObject({ hasAccount: true });
    await expect(acceptInvitation({ token, ...person })).rejects.toThrow("already has an account");
    expect(await findMember(elsewhere.sessionId)).toMatchObject({ scope: elsewhere.scope, role: "owner" });
  });
});

test("links and sessions are deleted a week after they expire, and not earlier", async () => {
  await issueLink("password_reset", owner.email);
  const rows = async () => [
    (await database.query("SELECT 1 FROM email_token WHERE email = $1", [owner.email])).length,
    (await database.query("SELECT 1 FROM user_session WHERE id = $1", [owner.sessionId])).length,
  ];
  travel(6 * 24 * 60);
  await deleteOldAccess();
  expect(await rows()).toEqual([1, 1]);
  travel(8 * 24 * 60);
  await deleteOldAccess();
  expect(await rows()).toEqual([0, 1]);
  travel(22 * 24 * 60);
  await deleteOldAccess();
  expect(await rows()).toEqual([0, 0]);
});
