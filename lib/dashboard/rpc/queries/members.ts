import { z } from "zod";
import { clock } from "#lib/core/clock.ts";
import { presentLeftAccess } from "#lib/dashboard/present/departure.ts";
import { defineQuery } from "#lib/dashboard/rpc/procedure.ts";
import { isEmailConfigured } from "#lib/domain/partners/email-links/is-email-configured.ts";
import { listInvitations } from "#lib/domain/partners/invitations/repository.ts";
import { getLeftAccess } from "#lib/domain/partners/members/left-access.ts";
import { isSecondFactorRequired, listMembers } from "#lib/domain/partners/members/repository.ts";

/** The partner's members and invitations. Times are ISO 8601 in UTC. */
const list = defineQuery({
  right: "read",
  input: z.strictObject({}),
  async resolve({ scope, userId }) {
    const [members, invitations, requiresSecondFactor] = await Promise.all([
      listMembers(scope),
      listInvitations(scope),
      isSecondFactorRequired(scope),
    ]);
    const now = clock.now();
    return {
      sendsMail: isEmailConfigured(),
      requiresSecondFactor,
      members: members.map(({ createdAt, lastSignInAt, ...member }) => ({
        ...member,
        createdAt: createdAt.toISOString(),
        lastSignInAt: lastSignInAt?.toISOString() ?? null,
        isSelf: member.id === userId,
      })),
      invitations: invitations.map(({ createdAt, expiresAt, ...invitation }) => ({
        ...invitation,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        isExpired: expiresAt <= now,
      })),
    };
  },
});

/** Grants that a member has set up and that outlast their access, with the number of their open invitations, which don't. */
const leftAccess = defineQuery({
  right: "members:write",
  input: z.strictObject({ userId: z.string() }),
  async resolve({ scope }, { userId }) {
    const { openInvitations, left } = await getLeftAccess(scope, userId);
    return { openInvitations, left: presentLeftAccess(left) };
  },
});

export const memberQueries = { "members.list": list, "members.leftAccess": leftAccess };
