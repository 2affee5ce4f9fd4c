"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { SecondFactorSteps } from "#components/dashboard/account/enrol-second-factor.tsx";
import { DataProvider } from "#components/dashboard/data/data-provider.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { AddPasskeyForm } from "#components/passkeys/add-passkey-form.tsx";
import { ProveByPasskey } from "#components/passkeys/prove-by-passkey.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { OrDivider } from "#components/ui/or-divider.tsx";

/**
 * Sets up the second factor that the member's company requires, or takes a passkey instead, and continues to
 * the page that the member wanted.
 */
export function RequiredSecondFactor({ userId, next }: { userId: string; next: string }) {
  const router = useRouter();
  const done = () => router.push(next);
  return (
    <DataProvider key={userId} userId={userId} isTest={false}>
      <Choices onDone={done} />
    </DataProvider>
  );
}

function Choices({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(rpcQuery("passkeys.list", {}));
  const [isAdding, setIsAdding] = useState(false);
  const [isSettingUpApp, setIsSettingUpApp] = useState(false);
  if (isAdding) {
    return (
      <>
        <AddPasskeyForm onAdded={onDone} />
        <ActionButton look="quiet" className="w-full" onClick={() => setIsAdding(false)}>
          Back
        </ActionButton>
      </>
    );
  }
  return (
    <>
      <SecondFactorSteps onBegun={() => setIsSettingUpApp(true)} onDone={onDone} />
      {data?.isOffered && !isSettingUpApp && (
        <div className="space-y-3">
          <OrDivider />
          {data.passkeys.length > 0 ? (
            <ProveByPasskey onProved={onDone} />
          ) : (
            <ActionButton className="w-full" onClick={() => setIsAdding(true)}>
              Add a passkey instead
            </ActionButton>
          )}
        </div>
      )}
    </>
  );
}
