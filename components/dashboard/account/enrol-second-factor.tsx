"use client";

import { useState } from "react";
import { RecoveryCodes } from "#components/dashboard/account/recovery-codes.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";

type Step =
  | { kind: "password" }
  | { kind: "app"; secret: string; address: string }
  | { kind: "done"; recoveryCodes: readonly string[] };

/** Sets up two-factor authentication: password, then the app, then the recovery codes. */
export function EnrolSecondFactor({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Set up two-factor authentication" onClose={onClose}>
      <SecondFactorSteps onDone={onClose} />
    </Modal>
  );
}

type SecondFactorStepsProps = {
  /** Called once the password was right. */
  onBegun?: () => void;
  onDone: () => void;
};

/** The steps of the setup, one at a time. */
export function SecondFactorSteps({ onBegun, onDone }: SecondFactorStepsProps) {
  const [step, setStep] = useState<Step>({ kind: "password" });
  const showApp = (begun: { secret: string; address: string }) => {
    setStep({ kind: "app", ...begun });
    onBegun?.();
  };
  return (
    <>
      {step.kind === "password" && <PasswordStep onBegun={showApp} />}
      {step.kind === "app" && (
        <AppStep {...step} onConfirmed={(recoveryCodes) => setStep({ kind: "done", recoveryCodes })} />
      )}
      {step.kind === "done" && <RecoveryCodes codes={step.recoveryCodes} onClose={onDone} />}
    </>
  );
}

function PasswordStep({ onBegun }: { onBegun: (begun: { secret: string; address: string }) => void }) {
  const begin = useRpcMutation("account.beginSecondFactor");
  const submit = (form: FormData) => {
    const password = String(form.get("password"));
    begin.mutate({ password }, { onSuccess: onBegun });
  };
  const { error } = begin;
  return (
    <Form isBusy={begin.isPending} error={error} onSubmit={submit}>
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={error?.issueOf("password")}
      />
      <ActionButton type="submit" look="primary" isBusy={begin.isPending}>
        Continue
      </ActionButton>
    </Form>
  );
}

type AppStepProps = { secret: string; address: string; onConfirmed: (codes: readonly string[]) => void };

function AppStep({ secret, address, onConfirmed }: AppStepProps) {
  const confirm = useRpcMutation("account.confirmSecondFactor", ["account.security", "members.list"]);
  const submit = (form: FormData) => {
    const code = String(form.get("code"));
    confirm.mutate({ code }, { onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) });
  };
  const { error } = confirm;
  return (
    <Form isBusy={confirm.isPending} error={error} onSubmit={submit}>
      <p className="text-sm text-pretty">Scan this code with your authenticator app, or enter the key by hand.</p>
      <QrCode text={address} label="QR code for your authenticator app" className="mx-auto size-48 rounded-lg" />
      <div className="flex items-center justify-between gap-3 rounded-lg bg-sunken px-3 py-1">
        <code className="min-w-0 text-sm break-all">{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
        <CopyButton text={secret} label="Copy key" words={{ copied: "Copied", failed: "Couldn't copy" }} look="icon" />
      </div>
      <TextField
        label="Code from the app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error?.issueOf("code")}
      />
      <ActionButton type="submit" look="primary" isBusy={confirm.isPending}>
        Turn on
      </ActionButton>
    </Form>
  );
}
