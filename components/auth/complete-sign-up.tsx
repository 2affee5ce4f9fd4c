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

/** The page behind the link of a sign-up: asks for the rest of the account. */
export function CompleteSignUp() {
  return (
    <OpenLink name="signUp.open" again={{ href: "/sign-up", label: "Request a new link" }}>
      {(token, { email }) => (
        <AuthCard title="Create your account" about={`You'll sign in as ${email}.`}>
          <SignUpForm token={token} email={email} />
        </AuthCard>
      )}
    </OpenLink>
  );
}

function SignUpForm({ token, email }: { token: string; email: string }) {
  const { send, isBusy, error } = usePublicMutation("signUp.complete");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string) => String(form.get(field));
    const input = { token, partnerName: text("partnerName"), name: text("name"), password: text("password") };
    if ((await send(input)) !== null) await signInToDashboard(email, input.password);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <FormProblem error={error} />
      <UsernameForPasswordManagers email={email} />
      <TextField
        label="Company"
        name="partnerName"
        autoComplete="organization"
        required
        hint="The company that receives the payments. You'll add merchants later."
        error={error?.issueOf("partnerName")}
      />
      <TextField label="Your name" name="name" autoComplete="name" required error={error?.issueOf("name")} />
      <NewPasswordField label="Password" error={error?.issueOf("password")} />
      <ActionButton type="submit" look="primary" isBusy={isBusy} className="w-full">
        Create account
      </ActionButton>
    </form>
  );
}
