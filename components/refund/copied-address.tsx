"use client";

import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { useRefundTranslation } from "#components/refund/refund-translation.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

/** An address in full, so that it can be compared with the wallet's, and a button to copy it. */
export function CopiedAddress({ address }: { address: string }) {
  const { t } = useTranslation();
  const refundT = useRefundTranslation();
  return (
    <span className="flex items-center justify-between gap-2">
      <bdi dir="ltr" className="min-w-0 font-mono text-[0.8125rem] leading-snug break-all text-balance">
        {address}
      </bdi>
      <span className="-my-2 shrink-0">
        <CopyButton
          text={address}
          label={refundT("refund.copyAddress")}
          words={{ copied: t("copy.done"), failed: t("copy.failed") }}
          look="icon"
        />
      </span>
    </span>
  );
}
