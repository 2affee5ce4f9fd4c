"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { isNothingLeft, LeftAccess, type LeftAccessData } from "#components/dashboard/members/left-access.tsx";
import { RoleField, roleOf } from "#components/dashboard/members/role-field.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Form } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { Role } from "#lib/core/roles.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type MemberData = QueryOutput<"members.list">["members"][number];

type ManageMemberProps = {
  member: MemberData;
  own: Role;
  /** Keys and endpoints that outlast a change of the member's access; null for none. */
  onClose: (left: LeftAccessData | null) => void;
};

/** Changes a member's role or removes the member. */
export function ManageMember({ member, own, onClose }: ManageMemberProps) {
  const change = useRpcMutation("members.changeRole", ["members.list"]);
  const remove = useRpcMutation("members.remove", ["members.list"]);
  const { data: access } = useQuery(rpcQuery("members.leftAccess", { userId: member.id }));
  const [isSure, setIsSure] = useState(false);
  const submit = (form: FormData) => {
    const role = roleOf(form, own);
    change.mutate({ userId: member.id, role }, { onSuccess: ({ left }) => close(left) });
  };
  // Members who change or remove themselves lose access to pages, so the page reloads.
  const close = (left: LeftAccessData | null) => (member.isSelf ? location.reload() : onClose(left));
  const problem = change.error ?? remove.error;
  return (
    <Modal title={isolated(member.name === "" ? member.email : member.name)} onClose={() => onClose(null)}>
      {problem !== null && <Problem>{problem.message}</Problem>}
      <Form isBusy={change.isPending} onSubmit={submit}>
        <RoleField own={own} initial={member.role} error={change.error?.issueOf("role")} />
        <ActionButton type="submit" look="primary" isBusy={change.isPending}>
          Save role
        </ActionButton>
      </Form>
      <div className="space-y-3 border-t border-line pt-5">
        <p className="text-sm text-pretty text-ink-muted">
          Removing {member.isSelf ? "yourself signs you" : "this member signs them"} out everywhere immediately. Past
          changes stay in the audit log.
        </p>
        {access !== undefined && access.openInvitations > 0 && (
          <p className="text-sm text-pretty text-ink-muted">
            {invitationWords(access.openInvitations, member.isSelf)} Removal or a lower role revokes{" "}
            {access.openInvitations === 1 ? "it" : "them"}.
          </p>
        )}
        {access !== undefined && !isNothingLeft(access.left) && (
          <>
            <p className="text-sm text-pretty">
              {member.isSelf ? "You set up" : "They set up"} the following. It keeps working until it is revoked:
            </p>
            <LeftAccess left={access.left} />
          </>
        )}
        {isSure ? (
          <div className="flex flex-wrap gap-2">
            <ActionButton
              look="critical"
              isBusy={remove.isPending}
              onClick={() => remove.mutate({ userId: member.id }, { onSuccess: ({ left }) => close(left) })}
            >
              Remove {member.email}
            </ActionButton>
            <ActionButton onClick={() => setIsSure(false)}>Cancel</ActionButton>
          </div>
        ) : (
          <ActionButton look="critical" onClick={() => setIsSure(true)}>
            Remove member
          </ActionButton>
        )}
      </div>
    </Modal>
  );
}

function invitationWords(count: number, isSelf: boolean): string {
  return `${isSelf ? "You" : "They"} sent ${count === 1 ? "1 invitation that is" : `${count} invitations that are`} still open.`;
}
