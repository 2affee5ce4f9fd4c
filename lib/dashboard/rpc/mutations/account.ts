import { z } from "zod";
import { timeZones } from "#lib/core/time-zones.ts";
import { name, password } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { limitProof } from "#lib/dashboard/sign-in/attempt-limits.ts";
import { changePassword } from "#lib/domain/partners/users/change-password.ts";
import { changeName, changeTimeZone } from "#lib/domain/partners/users/change-profile.ts";
import { endOtherSessions, endSession } from "#lib/domain/partners/users/end-session.ts";
import { proveAgain } from "#lib/domain/partners/users/prove-again.ts";
import { beginSecondFactor } from "#lib/domain/partners/users/second-factor/begin-second-factor.ts";
import { confirmSecondFactor } from "#lib/domain/partners/users/second-factor/confirm-second-factor.ts";
import { endSecondFactor, renewRecoveryCodes } from "#lib/domain/partners/users/second-factor/end-second-factor.ts";

// Mutations of the member's own account, for every role.

const code = z.string().trim().min(1, "is required").max(64, "is too long");

const rename = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ name }),
  async resolve({ userId }, input) {
    await changeName(userId, input.name);
    return {};
  },
});

const setTimeZone = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ timeZone: z.enum(timeZones, "must be a time zone such as Europe/Berlin").nullable() }),
  async resolve({ userId }, input) {
    await changeTimeZone(userId, input.timeZone);
    return {};
  },
});

const updatePassword = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ current: password, password }),
  async resolve(member, input) {
    await limitProof(member.userId, () => changePassword(member, input.current, input.password));
    return {};
  },
});

const beginFactor = defineMutation({
  right: "read",
  changesCheckout: false,
  setsUpFactor: true,
  input: z.strictObject({ password }),
  resolve: (member, input) => limitProof(member.userId, () => beginSecondFactor(member, input.password)),
});

const confirmFactor = defineMutation({
  right: "read",
  changesCheckout: false,
  setsUpFactor: true,
  input: z.strictObject({ code }),
  resolve: async (member, input) => ({
    recoveryCodes: await limitProof(member.userId, () => confirmSecondFactor(member, input.code)),
  }),
});

const endFactor = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ password, code }),
  async resolve(member, input) {
    await limitProof(member.userId, () => endSecondFactor(member, input));
    return {};
  },
});

const renewCodes = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ password, code }),
  resolve: async (member, input) => ({
    recoveryCodes: await limitProof(member.userId, () => renewRecoveryCodes(member, input)),
  }),
});

/** Proves again that it is the member who acts, by a code or the password. */
const prove = defineMutation({
  right: "read",
  changesCheckout: false,
  setsUpFactor: true,
  input: z.strictObject({ proof: z.string().min(1, "is required").max(1_024, "is too long") }),
  async resolve(member, { proof }) {
    await limitProof(member.userId, () => proveAgain(member, proof));
    return {};
  },
});

/** Ends one of the member's sessions. */
const revokeSession = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ sessionId: z.string() }),
  async resolve({ userId }, { sessionId }) {
    await endSession(userId, sessionId);
    return {};
  },
});

const revokeOthers = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({}),
  async resolve(member) {
    await endOtherSessions(member);
    return {};
  },
});

export const accountMutations = {
  "account.rename": rename,
  "account.setTimeZone": setTimeZone,
  "account.changePassword": updatePassword,
  "account.beginSecondFactor": beginFactor,
  "account.confirmSecondFactor": confirmFactor,
  "account.endSecondFactor": endFactor,
  "account.renewRecoveryCodes": renewCodes,
  "account.prove": prove,
  "account.revokeSession": revokeSession,
  "account.revokeOtherSessions": revokeOthers,
};
