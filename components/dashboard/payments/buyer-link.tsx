"use client";

import { downloadPng, downloadSvg } from "#components/dashboard/payments/download-qr.ts";
import { ShareButton } from "#components/dashboard/payments/share-button.tsx";
import { ActionButton, buttonClass } from "#components/ui/action-button.tsx";
import { CopiedLink } from "#components/ui/copied-link.tsx";
import { ExternalIcon, PrinterIcon } from "#components/ui/icons.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";

type BuyerLinkProps = { link: string; reference: string };

/** The link of an open payment and its QR code, to copy, download and print. */
export function BuyerLink({ link, reference }: BuyerLinkProps) {
  const file = `payment-${reference.replaceAll(/[^A-Za-z0-9]+/g, "-")}`;
  return (
    <div className="space-y-4 text-sm">
      <CopiedLink url={link} />
      <QrCode
        text={link}
        label="QR code of the payment link"
        className="mx-auto block w-full max-w-56 rounded-lg border border-line"
      />
      <div className="grid grid-cols-2 gap-2 print:hidden">
        <ShareButton url={link} title={`Payment ${reference}`} />
        <ActionButton onClick={() => downloadSvg(link, file)}>Download SVG</ActionButton>
        <ActionButton onClick={() => void downloadPng(link, file)}>Download PNG</ActionButton>
        <ActionButton onClick={() => print()}>
          <PrinterIcon className="size-4" /> Print
        </ActionButton>
        <a href={link} target="_blank" rel="noopener" className={buttonClass("plain")}>
          Open <ExternalIcon className="size-4" />
          <span className="sr-only">the payment page in a new tab</span>
        </a>
      </div>
    </div>
  );
}
