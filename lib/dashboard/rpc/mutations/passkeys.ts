import { z } from "zod";
import { newPasskey, usedPasskey } from "#lib/dashboard/passkey-fields.ts";
import { name } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { limitProof } from "#lib/dashboard/sign-in/attempt-limits.ts";
import { addPasskey, beginPasskey } from "#lib/domain/partners/users/passkeys/add-passkey.ts";
import { removePasskey, renamePasskey } from "#lib/domain/partners/users/passkeys/change-passkeys.ts";
import { beginPasskeyProof, proveByPasskey } from "#lib/domain/partners/users/passkeys/prove-by-passkey.ts";

// Mutations of the member's own passkeys, for every role. A passkey is a second factor, so a member who lacks one may add it.

const begin = defineMutation({
  right: "read",
  changesCheckout: false,
  needsProof: true,
  setsUpFactor: true,
  input: z.strictObject({}),
  resolve: (member) => beginPasskey(member),
});

const add = defineMutation({
  right: "read",
  changesCheckout: false,
  needsProof: true,
  setsUpFactor: true,
  input: z.strictObject({ name, response: newPasskey }),
  async resolve(member, input) {
    await limitProof(member.userId, () => addPasskey(member, input.name, input.response));
    return {};
  },
});

const rename = defineMutation({
  right: "read",
  changesCheckout: false,
  input: z.strictObject({ passkeyId: z.string(), name }),
  async resolve(member, input) {
    await renamePasskey(member, input.passkeyId, input.name);
    return {};
  },
});

const remove = defineMutation({
  right: "read",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ passkeyId: z.string() }),
  async resolve(member, { passkeyId }) {
    await removePasskey(member, passkeyId);
    return {};
  },
});

const beginProof = defineMutation({
  right: "read",
  changesCheckout: false,
  setsUpFactor: true,
  input: z.strictObject({}),
  resolve: (member) => beginPasskeyProof(member),
});

const prove = defineMutation({
  right: "read",
  changesCheckout: false,
  setsUpFactor: true,
  input: z.strictObject({ response: usedPasskey }),
  async resolve(member, { response }) {
    await limitProof(member.userId, () => proveByPasskey(member, response));
    return {};
  },
});

export const passkeyMutations = {
  "passkeys.begin": begin,
  "passkeys.add": add,
  "passkeys.rename": rename,
  "passkeys.remove": remove,
  "passkeys.beginProof": beginProof,
  "passkeys.prove": prove,
};
