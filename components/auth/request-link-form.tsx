"use client";

import { type FormEvent, useState } from "react";
import { usePublicMutation } from "#components/auth/use-public-mutation.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Problem } from "#components/ui/problem.tsx";

type RequestLinkFormProps = { action: "signUp.request" | "reset.request" };

/** Requests an email with a link. The outcome reads the same whether or not the email has an account. */
export function RequestLinkForm({ action }: RequestLinkFormProps) {
  const { send, isBusy, error } = usePublicMutation(action);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    if ((await send({ email })) !== null) setSentTo(email.trim());
  };
  if (sentTo !== null) {
    return (
      <div role="status" className="space-y-2 rounded-lg bg-accent-wash px-4 py-3 text-sm">
        <p className="font-medium">Check your email.</p>
        <p className="text-pretty">
          {action === "signUp.request" ? "We sent a link to" : "If it belongs to a Till account, we sent a link to"}{" "}
          <span className="font-medium break-all">{sentTo}</span>.
        </p>
        <p className="text-pretty">Can't find it? Check your spam folder.</p>
      </div>
    );
  }
  const fieldError = error?.issueOf("email");
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      {error !== null && fieldError === undefined && <Problem>{error.message}</Problem>}
      <TextField label="Email" name="email" type="email" autoComplete="username" required error={fieldError} />
      <ActionButton type="submit" look="primary" isBusy={isBusy} className="w-full">
        Send link
      </ActionButton>
    </form>
  );
}
