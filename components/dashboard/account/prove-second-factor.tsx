"use client";

import { useState } from "react";
import { RecoveryCodes } from "#components/dashboard/account/recovery-codes.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";

type ProveSecondFactorProps = { purpose: "end" | "renew"; onClose: () => void };

/** Turns two-factor authentication off or creates new recovery codes, after checking both factors. */
export function ProveSecondFactor({ purpose, onClose }: ProveSecondFactorProps) {
  const end = useRpcMutation("account.endSecondFactor", ["account.security", "members.list"]);
  const renew = useRpcMutation("account.renewRecoveryCodes", ["account.security"]);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { error, isPending } = purpose === "end" ? end : renew;
  const submit = (form: FormData) => {
    const proof = { password: String(form.get("password")), code: String(form.get("code")) };
    if (purpose === "end") end.mutate(proof, { onSuccess: onClose });
    else renew.mutate(proof, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) });
  };
  const title = purpose === "end" ? "Turn off two-factor authentication" : "Create recovery codes";
  if (codes !== null) {
    return (
      <Modal title={title} onClose={onClose}>
        <RecoveryCodes codes={codes} replacesOthers onClose={onClose} />
      </Modal>
    );
  }
  return (
    <Modal title={title} onClose={onClose}>
      <Form isBusy={isPending} error={error} onSubmit={submit}>
        {purpose === "renew" && <p className="text-sm">New codes replace the ones you have now.</p>}
        <TextField
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={error?.issueOf("password")}
        />
        <TextField
          label="Code"
          name="code"
          autoComplete="one-time-code"
          hint="Enter the code from your authenticator app, or a recovery code."
          error={error?.issueOf("code")}
        />
        <ActionButton type="submit" look={purpose === "end" ? "critical" : "primary"} isBusy={isPending}>
          {purpose === "end" ? "Turn off" : "Create codes"}
        </ActionButton>
      </Form>
    </Modal>
  );
}
