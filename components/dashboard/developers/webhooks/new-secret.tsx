"use client";

import type { ReactNode } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Modal } from "#components/ui/modal.tsx";

type NewSecretProps = { title: string; secret: string; children: ReactNode; onClose: () => void };

/** Shows a new signing secret; it can't be shown again. */
export function NewSecret({ title, secret, children, onClose }: NewSecretProps) {
  return (
    <Modal title={title} onClose={onClose}>
      <p className="text-pretty">{children}</p>
      <p className="text-pretty">
        Copy the signing secret now and store it on your server, which needs it to verify webhooks. You won't see it
        again.
      </p>
      <div className="flex items-center gap-2 rounded-lg border border-line bg-sunken py-1 pr-1 pl-4">
        <code className="min-w-0 grow text-sm break-all">{secret}</code>
        <CopyButton
          text={secret}
          label="Copy secret"
          words={{ copied: "Copied", failed: "Couldn't copy. Select the secret and copy it by hand." }}
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
