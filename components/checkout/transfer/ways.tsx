"use client";

import { useEffect, useId, useRef } from "react";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import type { TransferMessageKey } from "#components/checkout/transfer/messages/transfer-messages.ts";
import { useTransferTranslation } from "#components/checkout/transfer/transfer-translation.tsx";

/** The ways to pay: a signature of a wallet, or a transfer to an address. */
export type Way = "wallet" | "transfer";
const ways = [
  ["wallet", "ways.wallet"],
  ["transfer", "ways.transfer"],
] as const satisfies [Way, TransferMessageKey][];

type WaysProps = {
  way: Way;
  onChoose: (way: Way) => void;
  /** True after a choice: the panel that it has opened has a new control, which takes the focus. */
  takesFocus: boolean;
};

/** The choice between the ways to pay. */
export function Ways({ way, onChoose, takesFocus }: WaysProps) {
  const { t } = useTranslation();
  const transferT = useTransferTranslation();
  const name = useId();
  const chosen = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) chosen.current?.focus();
  }, [takesFocus]);
  return (
    <fieldset className="grid grid-cols-2 gap-1 rounded-xl border border-line bg-sunken p-1 noscript:hidden">
      <legend className="sr-only">{t("status.requires_action.title")}</legend>
      {ways.map(([each, label]) => (
        <label
          key={each}
          className={`relative flex min-h-11 cursor-pointer items-center justify-center rounded-lg border px-2 text-center font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${each === way ? "border-line-strong bg-surface" : "border-transparent text-ink-muted hover:text-ink"}`}
        >
          <input
            ref={each === way ? chosen : null}
            type="radio"
            name={name}
            checked={each === way}
            onChange={() => onChoose(each)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {transferT(label)}
        </label>
      ))}
    </fieldset>
  );
}
