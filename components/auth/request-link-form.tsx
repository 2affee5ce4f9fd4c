"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { usePublicMutation } from "#components/auth/use-public-mutation.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Problem } from "#components/ui/problem.tsx";

type RequestLinkFormProps = { action: "signUp.request" | "reset.request" };

/** Requests an email with a link. The outcome reads the same whether or not the email has an account. */
export function RequestLinkForm({ action }: RequestLinkFormProps) {
  const { send, isBusy, error, release } = usePublicMutation(action);
  const [email, setEmail] = useState("");
  const [timesSent, setTimesSent] = useState(0);
  const request = async (to: string) => {
    if ((await send({ email: to })) === null) return;
    release();
    setTimesSent((before) => before + 1);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("email")).trim();
    setEmail(typed);
    await request(typed);
  };
  const fieldError = error?.issueOf("email");
  if (timesSent > 0) {
    return (
      <LinkSent
        email={email}
        isCertain={action === "signUp.request"}
        isAgain={timesSent > 1}
        isBusy={isBusy}
        problem={error?.message}
        onSendAgain={() => void request(email)}
        onChangeEmail={() => setTimesSent(0)}
      />
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      {error !== null && fieldError === undefined && <Problem>{error.message}</Problem>}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
        autoFocus={email !== ""}
        error={fieldError}
      />
      <ActionButton type="submit" look="primary" isBusy={isBusy} className="w-full">
        Send link
      </ActionButton>
    </form>
  );
}

type LinkSentProps = {
  email: string;
  /** Whether the email was sent in any case; otherwise only to one that has an account. */
  isCertain: boolean;
  isAgain: boolean;
  isBusy: boolean;
  problem: string | undefined;
  onSendAgain: () => void;
  onChangeEmail: () => void;
};

function LinkSent({ email, isCertain, isAgain, isBusy, problem, onSendAgain, onChangeEmail }: LinkSentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone with the form.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="space-y-5">
      <div role="status" className="space-y-2 rounded-lg bg-accent-wash px-4 py-3 text-sm">
        <h2 ref={heading} tabIndex={-1} className="font-medium focus:outline-none">
          {isAgain ? "Check your email again." : "Check your email."}
        </h2>
        <p className="text-pretty">
          {isCertain ? "We sent a link to" : "If it belongs to a Till account, we sent a link to"}{" "}
          <span className="font-medium wrap-anywhere">{email}.</span>
        </p>
        <p className="text-pretty">Can't find it? Check your spam folder, or send it again.</p>
      </div>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <div className="flex flex-wrap gap-2">
        <ActionButton isBusy={isBusy} onClick={onSendAgain}>
          Send again
        </ActionButton>
        <ActionButton look="quiet" onClick={onChangeEmail}>
          Use another email
        </ActionButton>
      </div>
    </div>
  );
}
