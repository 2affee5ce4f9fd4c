"use client";

import { signIn } from "next-auth/react";
import { useEffect, useState } from "react";
import { postJson, RpcError } from "#components/dashboard/data/rpc-client.ts";
import {
  canSuggestPasskeys,
  choosePasskey,
  endCeremony,
  passkeyProblem,
  suggestPasskeys,
} from "#components/passkeys/ceremonies.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { KeyIcon } from "#components/ui/icons.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { PublicMutationOutput } from "#lib/dashboard/rpc/contract.ts";

/** Shorter than a challenge lives, so that a page that is left open still offers passkeys that work. */
const renewalMs = 4 * 60_000;

const problems: Readonly<Record<string, string>> = {
  CredentialsSignin: "We don't recognize this passkey. Use another one, or sign in with your password.",
  throttled: "Too many attempts. Wait 15 minutes and try again.",
};

const requestOptions = () => postJson<PublicMutationOutput<"signIn.beginPasskey">>("/enter/signIn.beginPasskey", {});

/**
 * Signs in by a passkey: with the button, or among the suggestions of the email field where the browser
 * offers that. `next` is the path to open, one of our own.
 */
export function PasskeySignIn({ next }: { next: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [round, setRound] = useState(0);

  const finish = async (response: Awaited<ReturnType<typeof choosePasskey>>) => {
    setIsBusy(true);
    const answer = await signIn("passkey", { response: JSON.stringify(response), redirect: false }).catch(
      () => undefined,
    );
    if (answer?.ok) return location.assign(next);
    setProblem(problems[answer?.error ?? ""] ?? "We couldn't sign you in. Try again in a moment.");
    setIsBusy(false);
    setRound((last) => last + 1);
  };

  const choose = async () => {
    setProblem(null);
    setIsBusy(true);
    try {
      await finish(await choosePasskey(await requestOptions()));
    } catch (error) {
      setProblem(error instanceof RpcError ? error.message : passkeyProblem(error));
      setIsBusy(false);
      // The dialog has ended the suggestions.
      setRound((last) => last + 1);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a round starts when the last one ended, not when a callback changes.
  useEffect(() => {
    let isOver = false;
    const suggest = async () => {
      if (!(await canSuggestPasskeys())) return;
      const options = await requestOptions();
      if (isOver) return;
      const response = await suggestPasskeys(options);
      if (!isOver) await finish(response);
    };
    // Suggestions are an extra: the button says why a passkey doesn't work.
    suggest().catch(() => undefined);
    const renewal = setTimeout(() => setRound((last) => last + 1), renewalMs);
    return () => {
      isOver = true;
      clearTimeout(renewal);
      endCeremony();
    };
  }, [round]);

  return (
    <div className="space-y-3">
      {problem !== null && <Problem>{problem}</Problem>}
      <ActionButton className="w-full" isBusy={isBusy} onClick={() => void choose()}>
        {!isBusy && <KeyIcon className="size-4" />}
        Sign in with a passkey
      </ActionButton>
    </div>
  );
}
