"use client";

import { type ReactNode, useState } from "react";
import type { Network } from "#components/checkout/checkout-data.ts";
import { clockSkewMs } from "#components/checkout/clock-skew.ts";
import { amountLine } from "#components/checkout/format-amount.ts";
import { formatReceiptDate } from "#components/checkout/format-time.ts";
import { LocalImage } from "#components/checkout/local-image.tsx";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ExternalIcon, MailIcon, PrinterIcon } from "#components/ui/icons.tsx";
import type { WireAmount } from "#lib/api/schemas/amount.ts";

type ReceiptProps = {
  id: string;
  networks: readonly Network[];
  /** The formatted date; null for one that succeeds while the page is open. */
  onText: string | null;
  serverNowMs: number;
  paid: WireAmount;
  /** The amount that was refunded so far; null for none. */
  refunded: WireAmount | null;
  txId: string;
  /** Opens the form that sends the receipt by email; null where that is off or the form is open. */
  onEmail: (() => void) | null;
};

/** The paid amount and its transaction. The printed version has the full hash. */
export function Receipt({ id, networks, onText, serverNowMs, paid, refunded, txId, onEmail }: ReceiptProps) {
  const { t, locale } = useTranslation();
  // One that succeeds while the page is open was paid today.
  const [paidOn] = useState(() => onText ?? formatReceiptDate(new Date(Date.now() + clockSkewMs(serverNowMs)), locale));
  const { iconUrl, networkIconUrl, networkName } = paid.display;
  const chainId = Number(/^caip19\/eip155:(\d+)\//.exec(paid.unit)?.[1]);
  const explorer = networks.find((network) => network.id === chainId)?.explorerUrl ?? null;
  return (
    <div className="space-y-4">
      <dl className="divide-y divide-line border-y border-line">
        <Row name={t("paid.paid")}>
          <span className="flex max-w-full items-center gap-2 overflow-x-auto whitespace-nowrap tabular-nums">
            <LocalImage url={iconUrl} size={20} className="size-5" />
            {amountLine(paid, locale)}
          </span>
        </Row>
        {refunded !== null && (
          <Row name={t("paid.refunded")}>
            <span className="tabular-nums">{amountLine(refunded, locale)}</span>
          </Row>
        )}
        <Row name={t("paid.network")}>
          <span className="flex items-center gap-2">
            <LocalImage url={networkIconUrl} size={20} className="size-5" />
            {networkName}
          </span>
        </Row>
        <Row name={t("paid.transaction")}>
          <span className="-my-2.5 -me-3 flex items-center tabular-nums print:m-0 noscript:m-0">
            <span className="whitespace-nowrap print:hidden noscript:hidden">{shorten(txId)}</span>
            <span className="hidden text-sm break-all print:inline noscript:inline">{txId}</span>
            <span className="print:hidden">
              <CopyButton
                text={txId}
                label={t("paid.copyHash")}
                words={{ copied: t("copy.done"), failed: t("copy.failed") }}
                look="icon"
              />
            </span>
          </span>
        </Row>
        <Row name={t("paid.date")}>{paidOn}</Row>
        <Row name={t("paid.payment")}>
          <span className="text-sm break-all">{id}</span>
        </Row>
      </dl>
      <div className="flex flex-wrap gap-x-5 gap-y-1 text-sm print:hidden">
        {explorer !== null && (
          <a
            href={`${explorer}/tx/${encodeURIComponent(txId)}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline"
          >
            <ExternalIcon className="size-4" />
            {t("paid.explorer", { explorer: new URL(explorer).host })}
          </a>
        )}
        <button
          type="button"
          onClick={() => window.print()}
          className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline noscript:hidden"
        >
          <PrinterIcon className="size-4" />
          {t("paid.print")}
        </button>
        {onEmail !== null && (
          <button
            type="button"
            onClick={onEmail}
            className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline noscript:hidden"
          >
            <MailIcon className="size-4" />
            {t("receipt.open")}
          </button>
        )}
      </div>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3.5">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="max-w-full font-medium">{children}</dd>
    </div>
  );
}

function shorten(hash: string): string {
  return hash.length <= 16 ? hash : `${hash.slice(0, 8)}…${hash.slice(-6)}`;
}
