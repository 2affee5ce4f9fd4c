"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useIdempotencyKey } from "#components/dashboard/data/use-idempotency-key.ts";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { MerchantForm } from "#components/dashboard/merchants/merchant-form.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { useModePath } from "#components/ui/mode.tsx";

const blank = {
  name: "",
  email: "",
  iconUrl: null,
  onlySettleableTokens: true,
  sendsReceipts: false,
  acceptsTransfers: false,
  supportContact: null,
  brandColor: null,
};

/** The button and dialog that create a merchant; then its page opens. */
export function CreateMerchant({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const router = useRouter();
  const inMode = useModePath();
  const keyFor = useIdempotencyKey();
  const create = useRpcMutation("merchants.create", ["merchants.list"]);
  const close = () => {
    setOpen(false);
    // The next form starts without the problem of this one.
    create.reset();
  };
  return (
    <>
      <ActionButton look="primary" onClick={() => setOpen(true)}>
        Create merchant
      </ActionButton>
      {isOpen && (
        <Modal title="Create merchant" isWide onClose={close}>
          <MerchantForm
            profile={blank}
            logo={null}
            submitLabel="Create merchant"
            isBusy={create.isPending || create.isSuccess}
            error={create.error}
            onCancel={close}
            onSubmit={(profile) =>
              create.mutate(
                { key: keyFor(profile), ...profile },
                { onSuccess: ({ merchantId }) => router.push(inMode(`/dashboard/merchants/${merchantId}`)) },
              )
            }
          />
        </Modal>
      )}
    </>
  );
}
