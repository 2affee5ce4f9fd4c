"use client";

import { type FormEvent, useState } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { RoleField, roleOf } from "#components/dashboard/members/role-field.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { Role } from "#lib/core/roles.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type MemberData = QueryOutput<"members.list">["members"][number];

type ManageMemberProps = { member: MemberData; own: Role; onClose: () => void };

/** Changes a member's role or removes the member. */
export function ManageMember({ member, own, onClose }: ManageMemberProps) {
  const change = useRpcMutation("members.changeRole", ["members.list"]);
  const remove = useRpcMutation("members.remove", ["members.list"]);
  const [isSure, setIsSure] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const role = roleOf(new FormData(event.currentTarget), own);
    change.mutate({ userId: member.id, role }, { onSuccess: () => close() });
  };
  // Members who change or remove themselves lose access to pages, so the page reloads.
  const close = () => (member.isSelf ? location.reload() : onClose());
  const problem = change.error ?? remove.error;
  return (
    <Modal title={isolated(member.name === "" ? member.email : member.name)} onClose={onClose}>
      {problem !== null && <Problem>{problem.message}</Problem>}
      <form onSubmit={submit} className="space-y-5">
        <RoleField own={own} initial={member.role} error={change.error?.issueOf("role")} />
        <ActionButton type="submit" look="primary" isBusy={change.isPending}>
          Save role
        </ActionButton>
      </form>
      <div className="space-y-3 border-t border-line pt-5">
        <p className="text-sm text-pretty text-ink-muted">
          Removing {member.isSelf ? "yourself signs you" : "this member signs them"} out everywhere immediately. Past
          changes stay in the audit log.
        </p>
        {isSure ? (
          <div className="flex flex-wrap gap-2">
            <ActionButton
              look="critical"
              isBusy={remove.isPending}
              onClick={() => remove.mutate({ userId: member.id }, { onSuccess: () => close() })}
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
