"use client";

import { useState } from "react";
import { NewPasswordField, UsernameForPasswordManagers } from "#components/auth/password-fields.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { TextLink } from "#components/ui/text-link.tsx";

/** Shows whether the member has a password, and changes it. */
export function PasswordSection({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const about = hasPassword ? (
    "Changing it signs you out everywhere else."
  ) : (
    <>
      You sign in with another provider. To add a password, sign out and use{" "}
      <TextLink href="/reset">Forgot password</TextLink>.
    </>
  );
  const change = (
    <>
      <span role="status" className="text-sm text-ink-muted empty:-mr-2">
        {isDone ? "Password changed." : ""}
      </span>
      <ActionButton onClick={() => setIsOpen(true)}>Change password</ActionButton>
    </>
  );
  return (
    <>
      <Card isSplit title="Password" about={about} action={hasPassword ? change : undefined} />
      {isOpen && (
        <ChangePassword
          email={email}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false);
            setIsDone(true);
          }}
        />
      )}
    </>
  );
}

function ChangePassword({ email, onClose, onDone }: { email: string; onClose: () => void; onDone: () => void }) {
  const change = useRpcMutation("account.changePassword", ["account.security"]);
  const submit = (form: FormData) => {
    const input = { current: String(form.get("current")), password: String(form.get("password")) };
    change.mutate(input, { onSuccess: onDone });
  };
  const { error } = change;
  return (
    <Modal title="Change password" onClose={onClose}>
      <Form isBusy={change.isPending} error={error} onSubmit={submit}>
        <UsernameForPasswordManagers email={email} />
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          error={error?.issueOf("current")}
        />
        <NewPasswordField label="New password" error={error?.issueOf("password")} />
        <ActionButton type="submit" look="primary" isBusy={change.isPending}>
          Change password
        </ActionButton>
      </Form>
    </Modal>
  );
}
