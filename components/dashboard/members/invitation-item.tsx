"use client";

import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { mayManage } from "#components/dashboard/members/role-words.ts";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { Role } from "#lib/core/roles.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Invitation = QueryOutput<"members.list">["invitations"][number];

type InvitationItemProps = { invitation: Invitation; own: Role; sendsMail: boolean };

/** A pending invitation. Renewing it ends its link, and without email only the operator can create another. */
export function InvitationItem({ invitation, own, sendsMail }: InvitationItemProps) {
  const resend = useRpcMutation("members.resendInvitation", ["members.list"]);
  const revoke = useRpcMutation("members.revokeInvitation", ["members.list"]);
  const { id, email, role, expiresAt, isExpired } = invitation;
  const problem = resend.error ?? revoke.error;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-all">{email}</span>
          {isExpired && <Badge tone="critical">Expired</Badge>}
        </p>
        <p className="text-sm text-ink-muted">
          <span className="capitalize">{role}</span>, expires <When at={expiresAt} />
        </p>
        {problem !== null && <Problem>{problem.message}</Problem>}
      </div>
      {mayManage(own, role) && (
        <div className="flex flex-wrap items-center gap-2">
          <span role="status" className="text-sm text-ink-muted empty:-mr-2">
            {resend.isSuccess ? renewedWords(sendsMail) : ""}
          </span>
          <ActionButton
            isBusy={resend.isPending}
            aria-label={`Resend invitation to ${email}`}
            onClick={() => resend.mutate({ invitationId: id })}
          >
            Resend
          </ActionButton>
          <ActionButton
            look="critical"
            isBusy={revoke.isPending}
            aria-label={`Revoke invitation for ${email}`}
            onClick={() => revoke.mutate({ invitationId: id })}
          >
            Revoke
          </ActionButton>
        </div>
      )}
    </li>
  );
}

function renewedWords(sendsMail: boolean): string {
  if (sendsMail) return "Invitation renewed.";
  return "Invitation renewed. The earlier link no longer works. Ask the operator for a new one.";
}
