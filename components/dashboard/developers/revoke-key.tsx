"use client";

import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useAction } from "#components/dashboard/data/use-action.ts";
import { When } from "#components/dashboard/when.tsx";

type RevokeKeyProps = {
  of: { id: string; name: string; hint: string; lastUsedAt: string | null };
  onClose: () => void;
};

/** Asks before a key is ended, and says what ends with it. */
export function RevokeKey({ of: { id, name, hint, lastUsedAt }, onClose }: RevokeKeyProps) {
  const revoke = useAction("developers.revokeKey", ["developers.keys", "developers.quickStart"]);
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      confirmLabel="Revoke the key"
      isDangerous
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ keyId: id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Whatever sends <code>till_…{hint}</code> is refused with 401 within 5 seconds, for good. Payments that it
        created go on.
      </p>
      <p className="text-ink-muted">
        {lastUsedAt === null ? (
          "It was never used."
        ) : (
          <>
            It was last used <When at={lastUsedAt} />.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
