import { TOTP } from "otpauth";
import { database } from "#lib/db/pool.ts";
import { statement } from "#lib/db/statement.ts";
import { inviteMember } from "#lib/domain/partners/invitations/invite-member.ts";
import { hashPassword } from "#lib/domain/partners/users/password.ts";
import { beginSecondFactor } from "#lib/domain/partners/users/second-factor/begin-second-factor.ts";
import { confirmSecondFactor } from "#lib/domain/partners/users/second-factor/confirm-second-factor.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import type { Place } from "#test/dashboard/place.ts";
import type { Samples } from "#test/dashboard/samples/sample.ts";
import { openSession } from "#test/domain/create-user.ts";

const password = "correct horse battery";
const setPassword = statement({
  name: "test-set-password",
  text: `UPDATE "user" SET password_hash = $2 WHERE id = $1`,
});

/** Sets a member's password. */
async function withPassword({ userId }: Member): Promise<{ password: string }> {
  await database.rows(setPassword, [userId, await hashPassword(password)]);
  return { password };
}

/** Begins the setup of a second factor and returns the app's current code. */
async function begun(member: Member): Promise<{ code: string }> {
  await withPassword(member);
  const { secret } = await beginSecondFactor(member, password);
  return { code: new TOTP({ secret }).generate() };
}

/** Sets up a second factor. @returns the password and a recovery code, because an app code works only once. */
async function factored(member: Member): Promise<{ password: string; code: string }> {
  const { code } = await begun(member);
  const [recovery = ""] = await confirmSecondFactor(member, code);
  return { password, code: recovery };
}

const forgetRead = statement({
  name: "test-forget-read",
  text: `UPDATE "user" SET notifications_read_at = created_at WHERE id = $1`,
});

const invite = async ({ members }: Place) => ({
  invitationId: await inviteMember(members.owner, "ada@till.example", "viewer"),
});
const signedIn = "signing in changes no data of the partner";

export const accountSamples: Samples = {
  queries: {
    "account.current": { input: () => ({}) },
    "account.security": { input: () => ({}) },
    "members.leftAccess": { input: ({ members }) => ({ userId: members.admin.userId }) },
    "members.list": { input: () => ({}) },
    "notifications.settings": { input: () => ({}) },
    "notifications.unread": { input: () => ({}) },
    "notifications.list": { input: () => ({}) },
  },
  mutations: {
    "account.rename": { input: () => ({ name: "Ada" }), names: "nothing" },
    "account.setTimeZone": { input: () => ({ timeZone: "Europe/Berlin" }), names: "nothing" },
    "account.changePassword": {
      input: async (_, member) => ({ current: (await withPassword(member)).password, password: "another long one" }),
      names: "nothing",
    },
    "account.beginSecondFactor": { input: (_, member) => withPassword(member), names: "nothing" },
    "account.confirmSecondFactor": { input: (_, member) => begun(member), names: "nothing" },
    "account.endSecondFactor": { input: (_, member) => factored(member), names: "nothing" },
    "account.renewRecoveryCodes": { input: (_, member) => factored(member), names: "nothing" },
    "account.prove": {
      input: async (_, member) => ({ proof: (await withPassword(member)).password }),
      names: "nothing",
      unaudited: signedIn,
    },
    "account.revokeSession": { input: (_, { sessionId }) => ({ sessionId }), unaudited: signedIn },
    "account.revokeOtherSessions": {
      async input(_, { userId }) {
        await openSession(userId, "another browser");
        return {};
      },
      names: "nothing",
      unaudited: signedIn,
    },
    "notifications.setMode": {
      input: () => ({ type: "payment.succeeded", mode: "daily" }),
      names: "nothing",
    },
    "notifications.markRead": {
      async input(_, { userId }) {
        await database.rows(forgetRead, [userId]);
        return { until: new Date().toISOString() };
      },
      names: "nothing",
      unaudited: "reading changes no data of the partner",
    },
    "members.invite": { input: () => ({ email: "ada@till.example", role: "viewer" }), names: "nothing" },
    "members.resendInvitation": { input: invite },
    "members.revokeInvitation": { input: invite },
    "members.changeRole": { input: ({ members }) => ({ userId: members.viewer.userId, role: "developer" }) },
    "members.requireSecondFactor": {
      async input(_, member) {
        await factored(member);
        return { isRequired: true };
      },
      names: "nothing",
    },
    "members.remove": { input: ({ members }) => ({ userId: members.viewer.userId }) },
  },
};
