"use client";

import { useState } from "react";
import { useAction } from "#components/dashboard/data/use-action.ts";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Problem } from "#components/ui/problem.tsx";

const changes = ["merchants.get", "merchants.list", "merchants.history"] as const;

/** Suspends a merchant after asking, or reactivates it at once: that takes nothing from anybody. */
export function SuspendMerchant({ merchant }: { merchant: FetchedMerchant }) {
  const [isAsking, setAsking] = useState(false);
  const suspend = useAction("merchants.suspend", changes);
  const reactivate = useAction("merchants.reactivate", changes);
  const { id: merchantId, name, status } = merchant;
  if (status !== "active") {
    return (
      <div className="space-y-2">
        <ActionButton isBusy={reactivate.isPending} onClick={() => reactivate.mutate({ merchantId })}>
          Reactivate
        </ActionButton>
        {reactivate.error !== null && <Problem>{reactivate.error.message}</Problem>}
      </div>
    );
  }
  return (
    <>
      <ActionButton onClick={() => setAsking(true)}>Suspend</ActionButton>
      {isAsking && (
        <Modal title={`Suspend ${name}?`} onClose={() => setAsking(false)}>
          <p>It takes no new payments until you reactivate it.</p>
          <p className="text-sm text-ink-muted">
            Payments that are open can still be paid and are settled as ever. Links that buyers have keep working.
          </p>
          {suspend.error !== null && <Problem>{suspend.error.message}</Problem>}
          <div className="flex flex-wrap justify-end gap-2">
            <ActionButton onClick={() => setAsking(false)}>Keep it active</ActionButton>
            <ActionButton
              look="critical"
              isBusy={suspend.isPending}
              onClick={() => suspend.mutate({ merchantId }, { onSuccess: () => setAsking(false) })}
            >
              Suspend
            </ActionButton>
          </div>
        </Modal>
      )}
    </>
  );
}
