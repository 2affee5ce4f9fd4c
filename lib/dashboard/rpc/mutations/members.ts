import { z } from "zod";
import { roles } from "#lib/core/roles.ts";
import { presentDeparture } from "#lib/dashboard/present/departure.ts";
import { email } from "#lib/dashboard/rpc/fields.ts";
import { defineMutation } from "#lib/dashboard/rpc/procedure.ts";
import { resendInvitation, revokeInvitation } from "#lib/domain/partners/invitations/change-invitation.ts";
import { inviteMember } from "#lib/domain/partners/invitations/invite-member.ts";
import { changeRole, removeMember } from "#lib/domain/partners/members/manage-members.ts";
import { requireSecondFactor } from "#lib/domain/partners/members/require-second-factor.ts";

const role = z.enum(roles, "must be a role");

const invite = defineMutation({
  right: "members:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ email, role }),
  resolve: async (member, input) => ({ invitationId: await inviteMember(member, input.email, input.role) }),
});

const resend = defineMutation({
  right: "members:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ invitationId: z.string() }),
  async resolve(member, { invitationId }) {
    await resendInvitation(member, invitationId);
    return {};
  },
});

const revoke = defineMutation({
  right: "members:write",
  changesCheckout: false,
  input: z.strictObject({ invitationId: z.string() }),
  async resolve(member, { invitationId }) {
    await revokeInvitation(member, invitationId);
    return {};
  },
});

/** Returns what the member has set up under a higher role and still works. */
const change = defineMutation({
  right: "members:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ userId: z.string(), role }),
  async resolve(member, input) {
    return presentDeparture(await changeRole(member, input.userId, input.role));
  },
});

/** Returns what the member leaves behind. */
const remove = defineMutation({
  right: "members:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ userId: z.string() }),
  async resolve(member, { userId }) {
    return presentDeparture(await removeMember(member, userId));
  },
});

/** Sets whether all members need a second factor. */
const requireFactor = defineMutation({
  right: "owners:write",
  changesCheckout: false,
  needsProof: true,
  input: z.strictObject({ isRequired: z.boolean() }),
  async resolve(member, { isRequired }) {
    await requireSecondFactor(member, isRequired);
    return {};
  },
});

export const memberMutations = {
  "members.invite": invite,
  "members.resendInvitation": resend,
  "members.revokeInvitation": revoke,
  "members.changeRole": change,
  "members.remove": remove,
  "members.requireSecondFactor": requireFactor,
};
