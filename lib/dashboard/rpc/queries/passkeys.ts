import { z } from "zod";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { listPasskeys } from "#lib/domain/partners/users/passkeys/list-passkeys.ts";

/** The member's own passkeys. Times are ISO 8601 in UTC. */
const list = defineQuery({
  right: "read",
  setsUpFactor: true,
  input: z.strictObject({}),
  async resolve(member) {
    const { passkeys, ...rest } = await listPasskeys(member);
    return {
      ...rest,
      passkeys: passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
        ...passkey,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    };
  },
});

export const passkeyQueries = { "passkeys.list": list };
