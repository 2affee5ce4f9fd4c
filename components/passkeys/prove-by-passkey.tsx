"use client";

import { useState } from "react";
import { RpcError, sendMutation } from "#components/dashboard/data/rpc-client.ts";
import { choosePasskey, passkeyProblem } from "#components/passkeys/ceremonies.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { KeyIcon } from "#components/ui/icons.tsx";
import { Problem } from "#components/ui/problem.tsx";

/** A button that proves by one of the member's passkeys that it is they who act. */
export function ProveByPasskey({ onProved }: { onProved: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const prove = async () => {
    setProblem(null);
    setIsBusy(true);
    try {
      const response = await choosePasskey(await sendMutation("passkeys.beginProof", {}));
      await sendMutation("passkeys.prove", { response });
      onProved();
    } catch (error) {
      setProblem(wordsOf(error));
      setIsBusy(false);
    }
  };
  return (
    <div className="space-y-3">
      {problem !== null && <Problem>{problem}</Problem>}
      <ActionButton className="w-full" isBusy={isBusy} onClick={() => void prove()}>
        {!isBusy && <KeyIcon className="size-4" />}
        Use a passkey
      </ActionButton>
    </div>
  );
}

function wordsOf(error: unknown): string {
  if (!(error instanceof RpcError)) return passkeyProblem(error);
  return error.issueOf("response") === undefined ? error.message : "We don't recognize this passkey. Use another one.";
}
