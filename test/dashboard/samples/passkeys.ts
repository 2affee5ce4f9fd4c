import { newPasskey } from "#lib/dashboard/passkey-fields.ts";
import { addPasskey, beginPasskey } from "#lib/domain/partners/users/passkeys/add-passkey.ts";
import { listPasskeys } from "#lib/domain/partners/users/passkeys/list-passkeys.ts";
import { beginPasskeyProof } from "#lib/domain/partners/users/passkeys/prove-by-passkey.ts";
import type { Member } from "#lib/domain/partners/users/session.ts";
import type { Samples } from "#test/dashboard/samples/sample.ts";
import { type Authenticator, createAuthenticator } from "#test/domain/authenticator.ts";

/** Adds a passkey to a member's account. */
async function added(member: Member): Promise<{ device: Authenticator; passkeyId: string }> {
  const device = createAuthenticator();
  await addPasskey(member, "Laptop", newPasskey.parse(device.create(await beginPasskey(member))));
  const { passkeys } = await listPasskeys(member);
  return { device, passkeyId: passkeys.at(-1)?.id ?? "" };
}

const request = "a request to the browser changes no data of the partner";

export const passkeySamples: Samples = {
  queries: { "passkeys.list": { input: () => ({}) } },
  mutations: {
    "passkeys.begin": { input: () => ({}), names: "nothing", unaudited: request },
    "passkeys.add": {
      input: async (_, member) => ({
        name: "Phone",
        response: createAuthenticator().create(await beginPasskey(member)),
      }),
    },
    "passkeys.rename": { input: async (_, member) => ({ passkeyId: (await added(member)).passkeyId, name: "Desk" }) },
    "passkeys.remove": { input: async (_, member) => ({ passkeyId: (await added(member)).passkeyId }) },
    "passkeys.beginProof": { input: () => ({}), names: "nothing", unaudited: request },
    "passkeys.prove": {
      async input(_, member) {
        const { device } = await added(member);
        return { response: device.get(await beginPasskeyProof(member)) };
      },
      unaudited: "signing in changes no data of the partner",
    },
  },
};
