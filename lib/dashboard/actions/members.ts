import { z } from "zod";
import { roles } from "#lib/core/roles.ts";
import { defineAction } from "#lib/dashboard/define.ts";
import { email } from "#lib/dashboard/entry/fields.ts";
import { resendInvitation, revokeInvitation } from "#lib/domain/partners/invitations/change-invitation.ts";
import { inviteMember } from "#lib/domain/partners/invitations/invite-member.ts";
import { changeRole, removeMember } from "#lib/domain/partners/members/manage-members.ts";

const role = z.enum(roles, "must be a role");

const invite = defineAction({
  right: "members:write",
  input: z.strictObject({ email, role }),
  run: async (member, input) => ({ invitationId: await inviteMember(member, input.email, input.role) }),
});

const resend = defineAction({
  right: "members:write",
  input: z.strictObject({ invitationId: z.string() }),
  async run(member, { invitationId }) {
    await resendInvitation(member, invitationId);
    return {};
  },
});

const revoke = defineAction({
  right: "members:write",
  input: z.strictObject({ invitationId: z.string() }),
  async run(member, { invitationId }) {
    await revokeInvitation(member, invitationId);
    return {};
  },
});

const change = defineAction({
  right: "members:write",
  input: z.strictObject({ userId: z.string(), role }),
  async run(member, input) {
    await changeRole(member, input.userId, input.role);
    return {};
  },
});

const remove = defineAction({
  right: "members:write",
  input: z.strictObject({ userId: z.string() }),
  async run(member, { userId }) {
    await removeMember(member, userId);
    return {};
  },
});

export const memberActions = {
  "members.invite": invite,
  "members.resendInvitation": resend,
  "members.revokeInvitation": revoke,
  "members.changeRole": change,
  "members.remove": remove,
};
