"use client";

import { useEffect, useState } from "react";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { amountLine } from "#components/checkout/format-amount.ts";
import { LocalImage } from "#components/checkout/local-image.tsx";
import { useTranslation } from "#components/checkout/messages/translation.tsx";
import { namesOf, Problem } from "#components/checkout/transfer/choose-coin.tsx";
import { type Deposit, depositStage, plainFigure } from "#components/checkout/transfer/deposit.ts";
import { DepositCode } from "#components/checkout/transfer/deposit-code.tsx";
import { DepositProgress } from "#components/checkout/transfer/deposit-progress.tsx";
import { useTransferTranslation } from "#components/checkout/transfer/transfer-translation.tsx";
import type { Giving } from "#components/checkout/transfer/use-give-address.ts";
import { useIsPast } from "#components/checkout/use-is-past.ts";
import { PanelHeading } from "#components/checkout/wallet/panel-heading.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

type DepositPanelProps = {
  data: CheckoutData;
  deposit: Deposit;
  /** True when the buyer has just got this address. */
  isNew: boolean;
  /** A new address can be given once this one's price has expired. */
  isRenewable: boolean;
  giving: Giving;
  /** Returns to the choice of coins and ways; null once it is closed. */
  onOther: (() => void) | null;
};

/** The address of the payment, what has to arrive there, and how far the transfer is. */
export function DepositPanel({ data, deposit, isNew, isRenewable, giving, onOther }: DepositPanelProps) {
  const { locale } = useTranslation();
  const transferT = useTransferTranslation();
  const isPastPayable = useIsPast(deposit.payableUntil, data.expiry.serverNowMs);
  const stage = depositStage(deposit, { isPastPayable, isRenewable });
  const isAsking = stage === "waiting" || stage === "partly";
  const { state } = giving;
  const amount = stage === "partly" ? deposit.missing : deposit.amount;
  return (
    <div className="flex grow flex-col gap-5">
      <PanelHeading takesFocus={isNew}>
        {transferT(stage === "partly" ? "send.rest" : "send.title", { amount: amountLine(amount, locale) })}
      </PanelHeading>
      <DepositProgress stage={stage} deposit={deposit} />
      {isAsking && <Destination deposit={deposit} />}
      {stage === "priceExpired" && (
        <Button isPrimary isBusy={state.kind === "busy"} onClick={() => void giving.give(deposit.amount)}>
          {transferT("send.renew")}
        </Button>
      )}
      {state.kind === "failed" && <Problem>{transferT(state.problem, namesOf(state.amount))}</Problem>}
      {onOther !== null && (
        <button
          type="button"
          onClick={onOther}
          className="-mx-3 mt-auto min-h-11 self-start rounded-lg px-3 text-sm text-ink-muted underline-offset-4 hover:text-ink hover:underline"
        >
          {transferT("send.other")}
        </button>
      )}
    </div>
  );
}

/** The network, address and amount of what is missing, in the words of an exchange's form. */
function Destination({ deposit }: { deposit: Deposit }) {
  const { t, locale } = useTranslation();
  const transferT = useTransferTranslation();
  const { address, missing, payableUntil } = deposit;
  const { coin, network } = namesOf(missing);
  const words = { copied: t("copy.done"), failed: t("copy.failed") };
  const line = amountLine(missing, locale);
  return (
    <>
      <div className="space-y-1 rounded-lg border border-line bg-sunken px-4 py-3">
        <p className="flex items-center gap-2">
          <span className="text-ink-muted">{transferT("send.network")}</span>
          <LocalImage url={missing.display.networkIconUrl} size={20} className="size-5" />
          <strong>
            <bdi>{network}</bdi>
          </strong>
        </p>
        <p className="text-sm text-pretty">{transferT("send.only", { coin })}</p>
      </div>
      <DepositCode deposit={deposit} />
      <div className="space-y-2">
        <p className="text-sm text-ink-muted">{transferT("send.address")}</p>
        <p className="font-medium break-all text-balance select-all">
          <bdi dir="ltr">{address}</bdi>
        </p>
        <CopyButton text={address} label={transferT("send.copyAddress")} words={words} look="primary" />
      </div>
      <div className="space-y-2">
        <div className="flex items-center justify-between gap-2">
          <div>
            <p className="text-sm text-ink-muted">{transferT("send.amount")}</p>
            <p className="font-medium tabular-nums">{line}</p>
          </div>
          <span className="-me-3">
            <CopyButton text={plainFigure(missing)} label={transferT("send.copyAmount")} words={words} look="icon" />
          </span>
        </div>
        <p className="text-sm text-pretty">{transferT("send.fee", { amount: line })}</p>
        <p className="text-sm text-pretty text-ink-muted">
          <ArrivalTime at={payableUntil} /> {transferT("send.return")}
        </p>
      </div>
    </>
  );
}

/** Until when it has to arrive, in the buyer's own time. */
function ArrivalTime({ at }: { at: number }) {
  const { locale } = useTranslation();
  const transferT = useTransferTranslation();
  const [time, setTime] = useState("");
  useEffect(() => {
    const arrival = new Date(at * 1_000);
    const isToday = arrival.toDateString() === new Date().toDateString();
    const format = new Intl.DateTimeFormat(locale, { timeStyle: "short", ...(isToday ? {} : { dateStyle: "medium" }) });
    setTime(format.format(arrival));
  }, [at, locale]);
  return <span>{transferT("send.until", { time })}</span>;
}
