"use client";

import { useState } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { RoleField, roleOf } from "#components/dashboard/members/role-field.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import type { Role } from "#lib/core/roles.ts";

type InviteMemberProps = { own: Role; sendsMail: boolean; onClose: () => void };

/** Invites a member by email. */
export function InviteMember({ own, sendsMail, onClose }: InviteMemberProps) {
  const invite = useRpcMutation("members.invite", ["members.list"]);
  const [invited, setInvited] = useState<{ email: string; role: Role } | null>(null);
  const submit = (form: FormData) => {
    const input = { email: String(form.get("email")), role: roleOf(form, own) };
    invite.mutate(input, { onSuccess: () => (sendsMail ? onClose() : setInvited(input)) });
  };
  const { error } = invite;
  if (invited !== null) {
    return (
      <Modal title="Invitation created" onClose={onClose}>
        <p className="text-sm text-pretty">
          This service doesn't send email. Ask the operator to create the link for {invited.email} with{" "}
          <code className="font-medium break-words">npm run partner -- invite</code>, your company's ID, the email and
          the role “{invited.role}”.
        </p>
        <ActionButton look="primary" onClick={onClose}>
          Done
        </ActionButton>
      </Modal>
    );
  }
  return (
    <Modal title="Invite member" onClose={onClose}>
      <Form isBusy={invite.isPending} error={error} onSubmit={submit}>
        <TextField label="Email" name="email" type="email" autoComplete="off" error={error?.issueOf("email")} />
        <RoleField own={own} initial="viewer" error={error?.issueOf("role")} />
        <ActionButton type="submit" look="primary" isBusy={invite.isPending}>
          Send invitation
        </ActionButton>
      </Form>
    </Modal>
  );
}
