"use client";

import type { FormEvent } from "react";
import { AuthCard } from "#components/auth/auth-card.tsx";
import { OpenLink } from "#components/auth/open-link.tsx";
import { NewPasswordField, UsernameForPasswordManagers } from "#components/auth/password-fields.tsx";
import { signInToDashboard } from "#components/auth/sign-in-to-dashboard.ts";
import { usePublicMutation } from "#components/auth/use-public-mutation.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormProblem } from "#components/ui/form-problem.tsx";
import { isolated } from "#lib/core/isolated.ts";

/** The page behind the link of an invitation. */
export function AcceptInvitation() {
  return (
    <OpenLink name="invitation.open" again={{ href: "/sign-in", label: "Sign in" }}>
      {(token, { email, partnerName, role, hasAccount }) =>
        hasAccount ? (
          <AuthCard
            title={`Join ${isolated(partnerName)}`}
            about={`${email} already has a Till account, and an email can belong to only one company. Ask for an invitation to a different email.`}
          />
        ) : (
          <AuthCard title={`Join ${isolated(partnerName)}`} about={`You'll sign in as ${email} with the ${role} role.`}>
            <AcceptForm token={token} email={email} />
          </AuthCard>
        )
      }
    </OpenLink>
  );
}

function AcceptForm({ token, email }: { token: string; email: string }) {
  const { send, isBusy, error } = usePublicMutation("invitation.accept");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = { token, name: String(form.get("name")), password: String(form.get("password")) };
    if ((await send(input)) !== null) await signInToDashboard(email, input.password);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <FormProblem error={error} />
      <UsernameForPasswordManagers email={email} />
      <TextField label="Your name" name="name" autoComplete="name" required error={error?.issueOf("name")} />
      <NewPasswordField label="Password" error={error?.issueOf("password")} />
      <ActionButton type="submit" look="primary" isBusy={isBusy} className="w-full">
        Accept invitation
      </ActionButton>
    </form>
  );
}
