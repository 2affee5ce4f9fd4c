import { z } from "zod";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { getAccountSecurity } from "#lib/domain/partners/users/get-account-security.ts";

/** The signed-in member and their role. */
const current = defineQuery({
  right: "read",
  input: z.strictObject({}),
  resolve: async ({ userId, email, name, role, scope, partnerName }) => ({
    userId,
    email,
    name,
    role,
    partnerId: scope.partnerId,
    partnerName,
  }),
});

/** The member's sign-in methods and sessions. Times are ISO 8601 in UTC. */
const security = defineQuery({
  right: "read",
  // Asking for a proof needs to know which one the member can give.
  setsUpFactor: true,
  input: z.strictObject({}),
  async resolve(member) {
    const { sessions, ...account } = await getAccountSecurity(member);
    return {
      ...account,
      sessions: sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
        id,
        userAgent,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isCurrent: id === member.sessionId,
      })),
    };
  },
});

export const accountQueries = { "account.current": current, "account.security": security };
