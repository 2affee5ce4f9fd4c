"use client";

import type { ReactNode } from "react";
import { amountLine } from "#components/checkout/format-amount.ts";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import type { TransferPartProps } from "#components/checkout/transfer/transfer-part.tsx";
import { useTransferTranslation } from "#components/checkout/transfer/transfer-translation.tsx";
import { useLoaded } from "#components/checkout/use-loaded.ts";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { SpinnerIcon } from "#components/ui/icons.tsx";

const load = async () => (await import("#components/checkout/transfer/transfer-part.tsx")).TransferPart;

/** Paying by a transfer. Its code loads only when it is chosen. */
export function TransferEntry(props: TransferPartProps) {
  const { data, open, ways } = props;
  const { deposit } = open;
  const { t, locale } = useTranslation();
  const transferT = useTransferTranslation();
  const { part: Part, hasFailed, retry } = useLoaded(load, data.paymentId);
  if (Part !== null) return <Part {...props} />;
  const title: ReactNode =
    deposit === undefined
      ? t("status.requires_action.title")
      : transferT("send.title", { amount: amountLine(deposit.missing, locale) });
  return (
    <div className="flex grow flex-col gap-5">
      <PanelHeading takesFocus={false}>{title}</PanelHeading>
      {deposit === undefined && ways}
      {hasFailed ? (
        <>
          <p role="alert" className="rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
            {transferT("choose.loadFailed")}
          </p>
          <button
            type="button"
            onClick={() => void retry()}
            className="min-h-12 rounded-lg border border-line-strong px-5 font-medium hover:bg-sunken"
          >
            {t("sign.again")}
          </button>
        </>
      ) : (
        <p className="flex items-center gap-2 text-ink-muted">
          <SpinnerIcon className="size-5" />
          {t("methods.loading")}
        </p>
      )}
    </div>
  );
}
