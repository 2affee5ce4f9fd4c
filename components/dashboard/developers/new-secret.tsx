"use client";

import type { ReactNode } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Modal } from "#components/ui/modal.tsx";

type NewSecretProps = {
  title: string;
  kind: "key" | "secret";
  secret: string;
  children: ReactNode;
  onClose: () => void;
};

/** Shows a secret that was just made; it can't be shown again. @param kind the word for it. */
export function NewSecret({ title, kind, secret, children, onClose }: NewSecretProps) {
  return (
    <Modal title={title} onClose={onClose}>
      {children}
      <div className="flex items-center gap-2 rounded-lg border border-line bg-sunken py-1 pr-1 pl-4">
        <code className="min-w-0 grow text-sm break-all">{secret}</code>
        <CopyButton
          text={secret}
          label={`Copy ${kind}`}
          words={{ copied: "Copied", failed: `Couldn't copy. Select the ${kind} and copy it by hand.` }}
          look="icon"
        />
      </div>
      <div className="flex justify-end">
        <ActionButton look="primary" onClick={onClose}>
          I've saved it
        </ActionButton>
      </div>
    </Modal>
  );
}
