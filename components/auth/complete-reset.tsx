"use client";

import type { FormEvent } from "react";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { OpenLink } from "#components/auth/open-link.tsx";
import { NewPasswordField, UsernameForPasswordManagers } from "#components/auth/password-fields.tsx";
import { usePublicMutation } from "#components/auth/use-public-mutation.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { FormProblem } from "#components/ui/form-problem.tsx";

/** The page behind the link to reset a password. */
export function CompleteReset() {
  return (
    <OpenLink name="reset.open" again={{ href: "/reset", label: "Request a new link" }}>
      {(token, { email }) => (
        <AuthCard title="Set a new password" about={`For ${email}. You'll be signed out on all devices.`}>
          <ResetForm token={token} email={email} />
        </AuthCard>
      )}
    </OpenLink>
  );
}

function ResetForm({ token, email }: { token: string; email: string }) {
  const { send, isBusy, error } = usePublicMutation("reset.complete");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    if ((await send({ token, password })) !== null) location.assign("/sign-in?done=reset");
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <FormProblem error={error} />
      <UsernameForPasswordManagers email={email} />
      <NewPasswordField label="New password" error={error?.issueOf("password")} />
      <ActionButton type="submit" look="primary" isBusy={isBusy} className="w-full">
        Set password
      </ActionButton>
    </form>
  );
}
