"use client";

import { type FormEvent, useState } from "react";
import { browserName } from "#components/dashboard/account/browser-name.ts";
import { RpcError } from "#components/dashboard/data/rpc-client.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { createPasskey, passkeyProblem } from "#components/passkeys/ceremonies.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Problem } from "#components/ui/problem.tsx";

/** Names a new passkey, lets the browser create it and adds it to the account. */
export function AddPasskeyForm({ onAdded }: { onAdded: () => void }) {
  const begin = useRpcMutation("passkeys.begin");
  const add = useRpcMutation("passkeys.add", ["passkeys.list", "account.security", "members.list"]);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const name = String(new FormData(event.currentTarget).get("name"));
    setError(null);
    setIsBusy(true);
    try {
      const response = await createPasskey(await begin.mutateAsync({}));
      await add.mutateAsync({ name, response });
      onAdded();
    } catch (thrown) {
      setError(thrown);
      setIsBusy(false);
    }
  };
  const nameIssue = error instanceof RpcError ? error.issueOf("name") : undefined;
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-5">
      {error !== null && nameIssue === undefined && <Problem>{wordsOf(error)}</Problem>}
      <p className="text-sm text-pretty">
        Your browser asks where to save it: on this device, in your password manager, on your phone or on a security
        key.
      </p>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={80}
        defaultValue={browserName(navigator.userAgent)}
        hint="Helps you recognize it in your account."
        error={nameIssue}
      />
      <ActionButton type="submit" look="primary" isBusy={isBusy}>
        Continue
      </ActionButton>
    </form>
  );
}

function wordsOf(error: unknown): string {
  if (!(error instanceof RpcError)) return passkeyProblem(error);
  if (error.issueOf("response") !== undefined) return "The passkey wasn't added because it took too long. Try again.";
  return error.message;
}
