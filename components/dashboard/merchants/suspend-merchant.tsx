"use client";

import { useState } from "react";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { isolated } from "#lib/core/isolated.ts";

const changes = ["merchants.get", "merchants.list", "merchants.history"] as const;

/** Suspends a merchant after a confirmation, or reactivates it without one. */
export function SuspendMerchant({ merchant }: { merchant: FetchedMerchant }) {
  const [isOpen, setOpen] = useState(false);
  const suspend = useRpcMutation("merchants.suspend", changes);
  const reactivate = useRpcMutation("merchants.reactivate", changes);
  const { id: merchantId, name, status } = merchant;
  if (status !== "active") {
    return (
      <div className="space-y-2">
        <ActionButton isBusy={reactivate.isPending} onClick={() => reactivate.mutate({ merchantId })}>
          Reactivate merchant
        </ActionButton>
        {reactivate.error !== null && <Problem>{reactivate.error.message}</Problem>}
      </div>
    );
  }
  return (
    <>
      <ActionButton onClick={() => setOpen(true)}>Suspend merchant</ActionButton>
      {isOpen && (
        <ConfirmDialog
          title={`Suspend ${isolated(name)}?`}
          confirmLabel="Suspend merchant"
          isDangerous
          isBusy={suspend.isPending}
          error={suspend.error}
          onConfirm={() => suspend.mutate({ merchantId }, { onSuccess: () => setOpen(false) })}
          onClose={() => setOpen(false)}
        >
          <p>This merchant can't receive new payments until you reactivate it.</p>
          <p className="text-sm text-ink-muted">
            Open payments can still be paid and will be paid out. Existing payment links keep working.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
