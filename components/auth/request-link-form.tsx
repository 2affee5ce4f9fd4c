"use client";

import { type FormEvent, useState } from "react";
import { useVisitorAction } from "#components/auth/use-visitor-action.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Problem } from "#components/ui/problem.tsx";

type RequestLinkFormProps = {
  action: "signUp.request" | "reset.request";
  label: string;
  /** What the message holds, once it is under way; the same whoever has an account. */
  outcome: string;
};

/** Asks for a message to an address. */
export function RequestLinkForm({ action, label, outcome }: RequestLinkFormProps) {
  const { run, isBusy, error } = useVisitorAction(action);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    if ((await run({ email })) !== null) setSentTo(email.trim());
  };
  if (sentTo !== null) {
    return (
      <div role="status" className="space-y-2 rounded-lg bg-accent-wash px-4 py-3 text-sm">
        <p className="font-medium">Look into your mail.</p>
        <p className="text-pretty">
          A message to <span className="font-medium break-all">{sentTo}</span> is under way. {outcome}
        </p>
        <p className="text-pretty">Nothing there after a few minutes? Look among the spam.</p>
      </div>
    );
  }
  const fieldError = error?.issueOf("email");
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      {error !== null && fieldError === undefined && <Problem>{error.message}</Problem>}
      <TextField label="E-mail address" name="email" type="email" autoComplete="username" required error={fieldError} />
      <ActionButton type="submit" look="primary" isBusy={isBusy} className="w-full">
        {label}
      </ActionButton>
    </form>
  );
}
