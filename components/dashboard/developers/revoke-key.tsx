"use client";

import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { When } from "#components/dashboard/when.tsx";
import { isolated } from "#lib/core/isolated.ts";

type RevokeKeyProps = {
  apiKey: { id: string; name: string; hint: string; lastUsedAt: string | null };
  onRevoked?: () => void;
  onClose: () => void;
};

/** Confirms the revocation of a key. */
export function RevokeKey({ apiKey: { id, name, hint, lastUsedAt }, onRevoked, onClose }: RevokeKeyProps) {
  const revoke = useRpcMutation("developers.revokeKey", [
    "developers.keys",
    "developers.quickStart",
    "members.leftAccess",
  ]);
  const close = () => {
    onRevoked?.();
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Revoke ${isolated(name)}?`}
      confirmLabel="Revoke key"
      isDangerous
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ keyId: id }, { onSuccess: close })}
      onClose={onClose}
    >
      <p>
        Requests that send <code>till_…{hint}</code> get a 401 error within 5 seconds. This can't be undone. Payments
        created with this key continue.
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
