import { z } from "zod";
import { defineAction } from "#lib/dashboard/define.ts";
import { name, password } from "#lib/dashboard/entry/fields.ts";
import { limitProof } from "#lib/dashboard/entry/limits.ts";
import { changeName } from "#lib/domain/partners/users/change-name.ts";
import { changePassword } from "#lib/domain/partners/users/change-password.ts";
import { endOtherSessions, endSession } from "#lib/domain/partners/users/end-session.ts";
import { beginSecondFactor } from "#lib/domain/partners/users/second-factor/begin-second-factor.ts";
import { confirmSecondFactor } from "#lib/domain/partners/users/second-factor/confirm-second-factor.ts";
import { endSecondFactor, renewRecoveryCodes } from "#lib/domain/partners/users/second-factor/end-second-factor.ts";

// What people do with their own account; every role has one.

const code = z.string().trim().min(1, "is missing").max(64, "is too long");

const rename = defineAction({
  right: "read",
  input: z.strictObject({ name }),
  async run({ userId }, input) {
    await changeName(userId, input.name);
    return {};
  },
});

const newPassword = defineAction({
  right: "read",
  input: z.strictObject({ current: password, password }),
  async run(member, input) {
    await limitProof(member.userId, () => changePassword(member, input.current, input.password));
    return {};
  },
});

const beginFactor = defineAction({
  right: "read",
  input: z.strictObject({ password }),
  run: (member, input) => limitProof(member.userId, () => beginSecondFactor(member, input.password)),
});

const confirmFactor = defineAction({
  right: "read",
  input: z.strictObject({ code }),
  run: async (member, input) => ({
    recoveryCodes: await limitProof(member.userId, () => confirmSecondFactor(member, input.code)),
  }),
});

const endFactor = defineAction({
  right: "read",
  input: z.strictObject({ password, code }),
  async run(member, input) {
    await limitProof(member.userId, () => endSecondFactor(member, input));
    return {};
  },
});

const renewCodes = defineAction({
  right: "read",
  input: z.strictObject({ password, code }),
  run: async (member, input) => ({
    recoveryCodes: await limitProof(member.userId, () => renewRecoveryCodes(member, input)),
  }),
});

/** Signs the member out in one of their browsers. */
const revokeSession = defineAction({
  right: "read",
  input: z.strictObject({ sessionId: z.string() }),
  async run({ userId }, { sessionId }) {
    await endSession(userId, sessionId);
    return {};
  },
});

const revokeOthers = defineAction({
  right: "read",
  input: z.strictObject({}),
  async run(member) {
    await endOtherSessions(member);
    return {};
  },
});

export const accountActions = {
  "account.rename": rename,
  "account.changePassword": newPassword,
  "account.beginSecondFactor": beginFactor,
  "account.confirmSecondFactor": confirmFactor,
  "account.endSecondFactor": endFactor,
  "account.renewRecoveryCodes": renewCodes,
  "account.revokeSession": revokeSession,
  "account.revokeOtherSessions": revokeOthers,
};
