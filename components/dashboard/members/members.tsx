"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { InvitationItem } from "#components/dashboard/members/invitation-item.tsx";
import { InviteMember } from "#components/dashboard/members/invite-member.tsx";
import { LeftAccess, type LeftAccessData } from "#components/dashboard/members/left-access.tsx";
import { MemberItem } from "#components/dashboard/members/member-item.tsx";
import { SecondFactorRule } from "#components/dashboard/members/second-factor-rule.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { isolated } from "#lib/core/isolated.ts";
import { isGranted, type Role } from "#lib/core/roles.ts";

/** The partner's members and pending invitations. */
export function Members({ role, partnerName }: { role: Role; partnerName: string }) {
  const { data, error } = useQuery(rpcQuery("members.list", {}));
  const [isInviting, setIsInviting] = useState(false);
  const [departed, setDeparted] = useState<{ email: string; left: LeftAccessData } | null>(null);
  const mayInvite = isGranted(role, "members:write");
  return (
    <>
      <PageHeader title="Members" about={`People who can sign in to ${isolated(partnerName)}, and their roles.`}>
        {mayInvite && (
          <ActionButton look="primary" onClick={() => setIsInviting(true)}>
            Invite member
          </ActionButton>
        )}
      </PageHeader>
      {error !== null && <Problem>{error.message}</Problem>}
      {data === undefined ? (
        <Skeleton className="h-48 w-full" />
      ) : (
        <>
          <Card isSplit title={data.members.length === 1 ? "1 member" : `${data.members.length} members`}>
            <ul className="divide-y divide-line">
              {data.members.map((member) => (
                <MemberItem
                  key={member.id}
                  member={member}
                  own={role}
                  onLeft={(left) => setDeparted({ email: member.email, left })}
                />
              ))}
            </ul>
          </Card>
          <SecondFactorRule list={data} role={role} />
          {data.invitations.length > 0 && (
            <Card isSplit title="Pending invitations" about="Each invitation works once and expires after seven days.">
              <ul className="divide-y divide-line">
                {data.invitations.map((invitation) => (
                  <InvitationItem key={invitation.id} invitation={invitation} own={role} sendsMail={data.sendsMail} />
                ))}
              </ul>
            </Card>
          )}
        </>
      )}
      {departed !== null && <CheckLeftAccess {...departed} onClose={() => setDeparted(null)} />}
      {isInviting && (
        <InviteMember own={role} sendsMail={data?.sendsMail ?? true} onClose={() => setIsInviting(false)} />
      )}
    </>
  );
}

type CheckLeftAccessProps = { email: string; left: LeftAccessData; onClose: () => void };

/** Shows what a member who was removed, or has a lower role now, has set up, so that it can be revoked. */
function CheckLeftAccess({ email, left, onClose }: CheckLeftAccessProps) {
  return (
    <Modal title="Check what still works" onClose={onClose}>
      <p className="text-sm text-pretty">
        The change is saved. <span className="break-all">{email}</span> set up the following, which keeps working.
        Revoke what you don't need.
      </p>
      <LeftAccess left={left} />
      <div className="flex justify-end">
        <ActionButton look="primary" onClick={onClose}>
          Done
        </ActionButton>
      </div>
    </Modal>
  );
}
