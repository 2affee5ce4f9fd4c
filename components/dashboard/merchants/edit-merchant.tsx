"use client";

import { useState } from "react";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { MerchantForm } from "#components/dashboard/merchants/merchant-form.tsx";
import type { FetchedMerchant } from "#components/dashboard/merchants/shown-merchant.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { isolated } from "#lib/core/isolated.ts";

/** The button and dialog that edit a merchant's profile. */
export function EditMerchant({ merchant }: { merchant: FetchedMerchant }) {
  const [isOpen, setOpen] = useState(false);
  const update = useRpcMutation("merchants.update", ["merchants.get", "merchants.list", "merchants.history"]);
  const {
    id: merchantId,
    name,
    email,
    iconUrl,
    onlySettleableTokens,
    sendsReceipts,
    acceptsTransfers,
    supportContact,
    brandColor,
    logo,
  } = merchant;
  const close = () => {
    setOpen(false);
    update.reset();
  };
  return (
    <>
      <ActionButton onClick={() => setOpen(true)}>Edit merchant</ActionButton>
      {isOpen && (
        <Modal title={`Edit ${isolated(name)}`} isWide onClose={close}>
          <MerchantForm
            profile={{
              name,
              email,
              iconUrl,
              onlySettleableTokens,
              sendsReceipts,
              acceptsTransfers,
              supportContact,
              brandColor,
            }}
            logo={logo}
            submitLabel="Save merchant"
            isBusy={update.isPending}
            error={update.error}
            onCancel={close}
            onSubmit={(profile) => update.mutate({ merchantId, ...profile }, { onSuccess: close })}
          />
        </Modal>
      )}
    </>
  );
}
