"use client";

import { signIn } from "next-auth/react";
import { useState } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";

type ProviderButtonsProps = { providers: readonly { id: string; name: string }[]; next: string };

/** Buttons to sign in with other providers. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (providers.length === 0) return null;
  return (
    <div className="space-y-3">
      {providers.map(({ id, name }) => (
        <ActionButton
          key={id}
          className="w-full"
          isBusy={chosen === id}
          onClick={() => {
            setChosen(id);
            void signIn(id, { callbackUrl: next }).catch(() => setChosen(null));
          }}
        >
          Sign in with {name}
        </ActionButton>
      ))}
    </div>
  );
}
