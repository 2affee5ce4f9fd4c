"use client";

import { ActionButton } from "#components/ui/action-button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Modal } from "#components/ui/modal.tsx";

type NewKeyProps = { name: string; secret: string; onClose: () => void };

/** Shows the secret of a new key; it can't be shown again. */
export function NewKey({ name, secret, onClose }: NewKeyProps) {
  return (
    <Modal title="Your new key" onClose={onClose}>
      <p className="text-pretty">
        Copy <strong className="font-medium">{name.trim()}</strong> now and store it with your server's secrets. We
        don't keep a copy, so you won't see it again.
      </p>
      <div className="flex items-center gap-2 rounded-lg border border-line bg-sunken py-1 pr-1 pl-4">
        <code className="min-w-0 grow text-sm break-all">{secret}</code>
        <CopyButton
          text={secret}
          label="Copy key"
          words={{ copied: "Copied", failed: "Couldn't copy. Select the key and copy it by hand." }}
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
