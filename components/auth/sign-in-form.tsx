"use client";

import { signIn } from "next-auth/react";
import { type FormEvent, useState } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Problem } from "#components/ui/problem.tsx";

type Step = "open" | "wrong" | "away" | "throttled" | "busy" | "code_needed" | "wrong_code";

const problems: Partial<Record<Step, string>> = {
  wrong: "Incorrect email or password.",
  away: "We couldn't sign you in. Try again in a moment.",
  throttled: "Too many attempts. Wait 15 minutes, or reset your password.",
  busy: "The service is busy. Try again in a moment.",
};

/** Email and password, then the code if the account requires one. `next` is the path to open, one of our own. */
export function SignInForm({ next }: { next: string }) {
  const [step, setStep] = useState<Step>("open");
  const [isBusy, setIsBusy] = useState(false);
  const [credentials, setCredentials] = useState({ email: "", password: "" });
  const asksForCode = step === "code_needed" || step === "wrong_code";
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = asksForCode
      ? credentials
      : { email: String(form.get("email")), password: String(form.get("password")) };
    setCredentials(given);
    setIsBusy(true);
    const code = String(form.get("code") ?? "");
    const answer = await signIn("credentials", { ...given, code, redirect: false }).catch(() => undefined);
    if (answer?.ok) return location.assign(next);
    setIsBusy(false);
    setStep(stepOf(answer));
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-5">
      {problems[step] !== undefined && <Problem>{problems[step]}</Problem>}
      {asksForCode ? (
        <CodeField isWrong={step === "wrong_code"} />
      ) : (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            // Browsers that can suggest passkeys here do so (components/auth/passkey-sign-in.tsx).
            autoComplete="username webauthn"
            defaultValue={credentials.email}
            required
          />
          <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        </>
      )}
      <ActionButton type="submit" look="primary" isBusy={isBusy} className="w-full">
        {asksForCode ? "Continue" : "Sign in"}
      </ActionButton>
      {asksForCode && (
        <ActionButton look="quiet" className="w-full" onClick={() => setStep("open")}>
          Back
        </ActionButton>
      )}
    </form>
  );
}

function stepOf(answer: { status: number; error: string | null | undefined } | undefined): Step {
  if (answer?.status !== 401) return "away";
  const told = (["throttled", "busy", "code_needed", "wrong_code"] as const).find((one) => one === answer.error);
  return told ?? (answer.error === "CredentialsSignin" ? "wrong" : "away");
}

function CodeField({ isWrong }: { isWrong: boolean }) {
  return (
    <TextField
      // Focused because the user has just submitted the password.
      ref={(input) => input?.focus()}
      label="Code"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      required
      hint="Enter the code from your authenticator app, or a recovery code."
      error={isWrong ? "This code is incorrect or was already used." : undefined}
    />
  );
}
