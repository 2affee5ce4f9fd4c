"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { RpcError, sendMutation } from "#components/dashboard/data/rpc-client.ts";
import { ProveByPasskey } from "#components/passkeys/prove-by-passkey.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Form, FormButtons } from "#components/ui/form.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";

/** Asks the member to prove who they are. Resolves to false when they close the dialog. */
type AskForProof = () => Promise<boolean>;

const StepUpContext = createContext<AskForProof>(async () => false);

/** Lets the mutations below ask for the member's passkey, password or code, and continue. */
export function StepUp({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const settle = useRef<(isProved: boolean) => void>(() => undefined);
  const ask = useCallback<AskForProof>(() => {
    setOpen(true);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  }, []);
  const end = (isProved: boolean) => {
    setOpen(false);
    settle.current(isProved);
  };
  return (
    <StepUpContext value={ask}>
      {children}
      {isOpen && <ProofDialog onProved={() => end(true)} onClose={() => end(false)} />}
    </StepUpContext>
  );
}

/** Runs a mutation; when it needs a newer proof, asks for one and runs it again. */
export function useStepUp() {
  const ask = useContext(StepUpContext);
  return useCallback(
    async <T,>(run: () => Promise<T>): Promise<T> => {
      try {
        return await run();
      } catch (error) {
        const needsProof = error instanceof RpcError && error.issueOf("proof") !== undefined && error.status === 403;
        if (!needsProof) throw error;
        if (await ask()) return run();
        // No field of the form is to blame, so the form shows the message itself.
        const { status, code, message } = error;
        throw new RpcError(status, { error: { code, message } });
      }
    },
    [ask],
  );
}

/** Asks for the passkey, password or code of the signed-in member. */
export function ProofDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const security = useQuery(rpcQuery("account.security", {}));
  const passkeys = useQuery(rpcQuery("passkeys.list", {}));
  const [error, setError] = useState<RpcError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: FormData) => {
    setBusy(true);
    const proof = String(form.get("proof"));
    try {
      await sendMutation("account.prove", { proof });
      onProved();
    } catch (thrown) {
      setBusy(false);
      if (!(thrown instanceof RpcError)) throw thrown;
      setError(thrown);
    }
  };
  const { data } = security;
  const hasPasskey = passkeys.data?.isOffered === true && passkeys.data.passkeys.length > 0;
  const hasNeither = data !== undefined && !data.hasPassword && !data.hasSecondFactor;
  return (
    <Modal title="Confirm that it's you" onClose={onClose}>
      <p className="text-sm text-pretty">
        You signed in a while ago. {requestWords(data?.hasSecondFactor ? "code" : "password", hasPasskey, hasNeither)}
      </p>
      {security.isError && <Problem>{security.error.message}</Problem>}
      {hasPasskey && <ProveByPasskey onProved={onProved} />}
      {hasNeither && !hasPasskey && (
        <p className="text-sm">
          Your account has no password. Sign out, sign in again, and repeat this step within ten minutes.
        </p>
      )}
      {data !== undefined && !hasNeither && (
        <Form isBusy={isBusy} onSubmit={(form) => void submit(form)}>
          {error !== null && error.issueOf("proof") === undefined && <Problem>{error.message}</Problem>}
          {data.hasSecondFactor ? (
            <TextField
              label="Code"
              name="proof"
              autoComplete="one-time-code"
              hint="Enter the code from your authenticator app, or a recovery code."
              error={error?.issueOf("proof")}
            />
          ) : (
            <TextField
              label="Your password"
              name="proof"
              type="password"
              autoComplete="current-password"
              error={error?.issueOf("proof")}
            />
          )}
          <FormButtons onCancel={onClose} isBusy={isBusy}>
            Continue
          </FormButtons>
        </Form>
      )}
    </Modal>
  );
}

function requestWords(secret: "code" | "password", hasPasskey: boolean, hasNeither: boolean): string {
  if (!hasPasskey) return `Enter your ${secret} again to make this change.`;
  return hasNeither
    ? "Use a passkey to make this change."
    : `Use a passkey, or enter your ${secret} again, to make this change.`;
}
