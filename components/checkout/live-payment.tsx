"use client";

import { type ReactNode, useEffect, useState } from "react";
import { buyerStatusOf, statusMessages, statusText } from "#components/checkout/buyer-status.ts";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { useClockSkew } from "#components/checkout/clock-skew.ts";
import { ContactButton } from "#components/checkout/contact-button.tsx";
import { Countdown } from "#components/checkout/countdown.tsx";
import { amountLine } from "#components/checkout/format-amount.ts";
import { paymentTarget } from "#components/checkout/gateway.ts";
import { createTranslator, type Messages } from "#components/checkout/messages/messages.ts";
import { TranslationProvider } from "#components/checkout/messages/translation.tsx";
import { PaymentMethods } from "#components/checkout/payment-methods.tsx";
import { forgetProgress } from "#components/checkout/progress.ts";
import { Receipt } from "#components/checkout/receipt.tsx";
import { ReceiptByEmail } from "#components/checkout/receipt-by-email.tsx";
import { ReturnToShop } from "#components/checkout/return-to-shop.tsx";
import { StatusPanel } from "#components/checkout/status-panel.tsx";
import { TestBand } from "#components/checkout/test-band.tsx";
import { Ticket } from "#components/checkout/ticket.tsx";
import { leftMessages, leftMoney } from "#components/checkout/transfer/deposit.ts";
import { createTransferTranslator } from "#components/checkout/transfer/messages/transfer-messages.ts";
import { RefundEntry } from "#components/checkout/transfer/refund-entry.tsx";
import { TransferTranslationProvider } from "#components/checkout/transfer/transfer-translation.tsx";
import { useWays } from "#components/checkout/transfer/use-ways.ts";
import { useLiveStatus } from "#components/checkout/use-live-status.ts";
import { useHost, useNotifyHostOfStatus } from "#components/embed/embed-frame.tsx";
import type { WireStatus } from "#lib/api/schemas/payment.ts";

type LivePaymentProps = {
  locale: string;
  messages: Messages;
  data: CheckoutData;
  initial: WireStatus;
  /** Rendered on the server, like `getWallet`. */
  payOnPhone: ReactNode;
  getWallet: ReactNode;
  /** The payment summary, which never changes. */
  children: ReactNode;
};

/** A payment as a ticket that updates live. */
export function LivePayment(props: LivePaymentProps) {
  const { locale, messages, data, initial, payOnPhone, getWallet, children } = props;
  const { answer, isOffline, refresh } = useLiveStatus(paymentTarget(data), initial);
  const [initialStatus] = useState(initial.status);
  const open = useWays(data, answer.deposit, refresh);
  const [isEmailOpen, setEmailOpen] = useState(false);
  const host = useHost();
  useNotifyHostOfStatus(answer.status);
  useClockSkew(data.expiry.serverNowMs);
  const t = createTranslator(messages);
  const status = buyerStatusOf(answer);
  const hasChanged = answer.status !== initialStatus;
  const { paymentId, merchantName, link, returnUrls, supportLink } = data;
  useEffect(() => {
    if (answer.status !== "requires_action") forgetProgress(paymentId);
  }, [answer.status, paymentId]);
  const payableUntil = open.way === "transfer" ? open.deposit?.payableUntil : undefined;
  const left = leftMoney(answer);
  const transferT = data.transfer && createTransferTranslator(data.transfer.messages);
  const leftText =
    left !== null &&
    transferT?.(leftMessages[left.kind], { amount: amountLine(left.amount, locale), merchant: merchantName });
  // A payment whose transfer wasn't enough can't say that nothing was charged.
  const text = left?.kind === "money" && leftText ? leftText : null;
  const announcement = () => {
    if (isOffline) return t("status.offline");
    if (!hasChanged || status === "requires_action") return "";
    const title = t(statusMessages[status].title);
    return t("status.announcement", { title, text: text ?? statusText(t, status, merchantName) });
  };

  return (
    <TranslationProvider locale={locale} messages={messages}>
      <Ticket
        band={data.isTest && <TestBand t={t} />}
        unfoldLabel={initialStatus === "requires_action" ? t("summary.details") : null}
        summary={
          <>
            {children}
            {status === "requires_action" && (
              <dl
                data-time-left
                className="border-t border-line pt-3 lg:pt-4 line:col-span-2 line:col-start-2 line:border-0 line:p-0 line:text-sm"
              >
                <Countdown {...data.expiry} expiresAt={payableUntil ?? data.expiry.expiresAt} />
              </dl>
            )}
          </>
        }
        announcement={announcement()}
      >
        {status === "requires_action" ? (
          <PaymentMethods data={data} open={open} payOnPhone={payOnPhone} getWallet={getWallet} />
        ) : (
          <StatusPanel status={status} merchantName={merchantName} link={link} hasChanged={hasChanged} text={text}>
            {left?.kind === "tooMuch" && <p className="-mt-3 text-pretty">{leftText}</p>}
            {left !== null && data.transfer !== null && (
              <TransferTranslationProvider messages={data.transfer.messages}>
                <RefundEntry data={data} deposit={left.deposit} />
              </TransferTranslationProvider>
            )}
            {answer.info !== null && (
              <Receipt
                id={paymentId}
                networks={data.networks}
                onText={data.paidOnText}
                serverNowMs={data.expiry.serverNowMs}
                paid={answer.info.optionAmount}
                refunded={data.refunded}
                txId={answer.info.txId}
                onEmail={data.canEmailReceipt && !isEmailOpen ? () => setEmailOpen(true) : null}
              />
            )}
            {answer.info !== null && isEmailOpen && (
              <ReceiptByEmail paymentId={paymentId} merchantName={merchantName} />
            )}
            {supportLink !== null && status !== "processing" && status !== "succeeded" && (
              <ContactButton href={supportLink}>
                {status === "declined" || left !== null
                  ? t("summary.help", { merchant: merchantName })
                  : t("status.newLink")}
              </ContactButton>
            )}
            {/* A shop that frames the checkout receives the status and needs no link back to itself. */}
            {host === null && returnUrls !== null && answer.isFinal && (
              <ReturnToShop
                paymentId={paymentId}
                merchantName={merchantName}
                url={status === "succeeded" ? returnUrls.successUrl : returnUrls.errorUrl}
                isAutomatic={hasChanged && left === null}
                isHeld={isEmailOpen}
              />
            )}
          </StatusPanel>
        )}
        {isOffline && !answer.isFinal && <p className="mt-6 text-sm text-critical">{t("status.offline")}</p>}
      </Ticket>
    </TranslationProvider>
  );
}
