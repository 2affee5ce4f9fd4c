"use client";

import { type ReactNode, useCallback, useEffect, useState } from "react";
import { type MessageStatus, statusMessages, statusText } from "#components/checkout/buyer-status.ts";
import { useClockSkew } from "#components/checkout/clock-skew.ts";
import { Countdown } from "#components/checkout/countdown.tsx";
import { createTranslator, type Messages } from "#components/checkout/messages/messages.ts";
import { TranslationProvider } from "#components/checkout/messages/translation.tsx";
import { forgetProgress } from "#components/checkout/progress.ts";
import { Receipt } from "#components/checkout/receipt.tsx";
import { StatusPanel } from "#components/checkout/status-panel.tsx";
import { TestBand } from "#components/checkout/test-band.tsx";
import { Ticket } from "#components/checkout/ticket.tsx";
import { useLiveStatus } from "#components/checkout/use-live-status.ts";
import { WalletEntry, type WalletPart } from "#components/checkout/wallet-entry.tsx";
import { CopiedAddress } from "#components/refund/copied-address.tsx";
import { createRefundTranslator, type RefundMessages } from "#components/refund/messages/refund-messages.ts";
import type { RefundData } from "#components/refund/refund-data.ts";
import { RefundTranslationProvider } from "#components/refund/refund-translation.tsx";
import type { WireRefundStatus } from "#lib/api/schemas/refund.ts";

type LiveRefundProps = {
  locale: string;
  messages: RefundMessages;
  /** The checkout's messages, as its wallet parts read on this page. */
  walletMessages: Messages;
  data: RefundData;
  initial: WireRefundStatus;
  recipient: string;
  reference: string;
  /** Rendered on the server, like `getWallet`. */
  payOnPhone: ReactNode;
  getWallet: ReactNode;
  /** The merchant and the amount, which never change. */
  children: ReactNode;
};

/** A requested refund as a ticket that updates live. */
export function LiveRefund(props: LiveRefundProps) {
  const { locale, messages, walletMessages, data, initial, recipient, reference, children } = props;
  const { answer, isOffline } = useLiveStatus(data.target, initial);
  const [initialStatus] = useState(initial.status);
  useClockSkew(data.expiry.serverNowMs);
  const t = createTranslator(walletMessages);
  const refundT = createRefundTranslator(messages);
  const status = statusOf(answer);
  const hasChanged = answer.status !== initialStatus;
  const { refundId, merchantName } = data;
  useEffect(() => {
    if (answer.status !== "requested") forgetProgress(refundId);
  }, [answer.status, refundId]);
  const load = useCallback(async (): Promise<WalletPart> => {
    const { WalletRefund } = await import("#components/refund/wallet-refund.tsx");
    return (part) => <WalletRefund data={data} {...part} />;
  }, [data]);
  const announcement = () => {
    if (isOffline) return t("status.offline");
    if (status === null) return answer.failure === null ? "" : refundT("refund.again");
    if (!hasChanged) return "";
    return t("status.announcement", {
      title: t(statusMessages[status].title),
      text: statusText(t, status, merchantName),
    });
  };
  const summary = (
    <>
      {children}
      <dl className="space-y-3 border-t border-line pt-3 text-sm lg:pt-4 line:hidden">
        <Fact name={refundT("refund.to")}>
          <CopiedAddress address={recipient} />
        </Fact>
        {!answer.isFinal && (
          <Fact name={refundT("refund.payer")}>
            <ul className="space-y-1.5">
              {data.payers.map((payer) => (
                <li key={payer}>
                  <CopiedAddress address={payer} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact name={refundT("refund.reference")}>
          <bdi className="break-words">{reference}</bdi>
        </Fact>
      </dl>
      {status === null && (
        <dl data-time-left className="-mt-2 text-sm line:col-span-2 line:col-start-2 line:m-0">
          <Countdown {...data.expiry} />
        </dl>
      )}
    </>
  );
  return (
    <TranslationProvider locale={locale} messages={walletMessages}>
      <RefundTranslationProvider messages={messages}>
        <Ticket
          band={data.isTest && <TestBand t={t} />}
          unfoldLabel={initialStatus === "requested" ? t("summary.details") : null}
          summary={summary}
          announcement={announcement()}
        >
          {status === null ? (
            <WalletEntry
              settings={data}
              id={refundId}
              link={data.link}
              load={load}
              notice={
                answer.failure !== null && <FailedBefore text={refundT("refund.again")} reason={answer.failure} />
              }
              payOnPhone={props.payOnPhone}
              getWallet={props.getWallet}
            />
          ) : (
            <StatusPanel status={status} merchantName={merchantName} link={data.link} hasChanged={hasChanged}>
              {answer.txId !== null && (
                <Receipt
                  id={refundId}
                  networks={data.networks}
                  onText={data.refundedOnText}
                  serverNowMs={data.expiry.serverNowMs}
                  paid={data.amount}
                  refunded={null}
                  txId={answer.txId}
                  onEmail={null}
                />
              )}
            </StatusPanel>
          )}
          {isOffline && !answer.isFinal && <p className="mt-6 text-sm text-critical">{t("status.offline")}</p>}
        </Ticket>
      </RefundTranslationProvider>
    </TranslationProvider>
  );
}

/** The status panel to show; null while the refund can be signed. */
function statusOf({ status }: WireRefundStatus): MessageStatus | null {
  if (status === "requested") return null;
  // A mark has no link, so it never gets here.
  return status === "marked" ? "succeeded" : status;
}

function FailedBefore({ text, reason }: { text: string; reason: string }) {
  return (
    <div className="space-y-1 rounded-lg bg-critical-wash px-4 py-3 text-pretty text-critical">
      <p>{text}</p>
      <p className="text-sm break-words first-letter:uppercase">
        <bdi>{reason}</bdi>
      </p>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
