"use client";

import { Money } from "#components/dashboard/money.tsx";
import { When } from "#components/dashboard/when.tsx";
import { ActionButton, buttonClass } from "#components/ui/action-button.tsx";
import { CopiedLink } from "#components/ui/copied-link.tsx";
import { ExternalIcon } from "#components/ui/icons.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import type { ShownMoney } from "#lib/dashboard/rpc/contract.ts";

export type NewRefundLink = { url: string; amount: ShownMoney; expiresAt: string };

/** The link of a refund that was just requested, with its QR code. */
export function RefundLink({
  link: { url, amount, expiresAt },
  onClose,
}: {
  link: NewRefundLink;
  onClose: () => void;
}) {
  return (
    <Modal title="Refund link" onClose={onClose}>
      <p role="status" className="text-pretty">
        Open this link in the merchant's wallet, or send it to the wallet's owner. The buyer receives{" "}
        <Money money={amount} hasNetwork /> once it is signed there.
      </p>
      <CopiedLink url={url} />
      <QrCode
        text={url}
        label="QR code of the refund link"
        className="mx-auto block w-full max-w-48 rounded-lg border border-line"
      />
      <p className="text-sm text-pretty text-ink-muted">
        <strong className="font-medium text-ink">Till shows this link only once.</strong> It works until{" "}
        <When at={expiresAt} />. If you lose it, create a new link on the payment's page.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <ActionButton onClick={onClose}>Done</ActionButton>
        <a href={url} target="_blank" rel="noopener" className={buttonClass("primary")}>
          Sign here <ExternalIcon className="size-4" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </div>
    </Modal>
  );
}
