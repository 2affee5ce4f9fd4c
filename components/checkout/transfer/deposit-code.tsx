"use client";

import { useId, useState } from "react";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { type Deposit, requestOf } from "#components/checkout/transfer/deposit.ts";
import { useTransferTranslation } from "#components/checkout/transfer/transfer-translation.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";

const contents = ["send.codeAddress", "send.codeRequest"] as const;

/**
 * The QR code of an address. By default it holds nothing else, because most apps can't read the other one: an EIP-681 URI with the token
 * and the amount.
 */
export function DepositCode({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation();
  const transferT = useTransferTranslation();
  const [content, setContent] = useState<(typeof contents)[number]>("send.codeAddress");
  const name = useId();
  const request = requestOf(deposit);
  const isRequest = content === "send.codeRequest";
  return (
    <div className="space-y-2 text-sm">
      <div className="flex items-center gap-4">
        <QrCode
          text={isRequest ? request : deposit.address}
          label={`${transferT("send.code")}: ${transferT(content)}`}
          className="size-36 shrink-0 rounded-lg"
        />
        <fieldset className="min-w-0 grow">
          <legend className="text-ink-muted">{transferT("send.code")}</legend>
          {contents.map((each) => (
            <label key={each} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type="radio"
                name={name}
                checked={each === content}
                onChange={() => setContent(each)}
                className="size-4 shrink-0 accent-accent"
              />
              {transferT(each)}
            </label>
          ))}
        </fieldset>
      </div>
      {isRequest && (
        <>
          <p className="text-pretty text-ink-muted">{transferT("send.codeHint")}</p>
          <CopyButton
            text={request}
            label={transferT("send.copyRequest")}
            words={{ copied: t("copy.done"), failed: t("copy.failed") }}
            look="quiet"
          />
        </>
      )}
    </div>
  );
}
