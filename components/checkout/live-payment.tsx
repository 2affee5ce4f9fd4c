"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { Countdown } from "#components/checkout/countdown.tsx";
import { LanguageProvider } from "#components/checkout/messages/language.tsx";
import { type Messages, speaker } from "#components/checkout/messages/translate.ts";
import { Payer } from "#components/checkout/payer.tsx";
import { forgetProgress } from "#components/checkout/progress.ts";
import { Receipt } from "#components/checkout/receipt.tsx";
import { ReturnToShop } from "#components/checkout/return-to-shop.tsx";
import { StatusPanel } from "#components/checkout/status-panel.tsx";
import { sayText, situationOf, statusWords } from "#components/checkout/status-words.ts";
import { usePaymentStatus } from "#components/checkout/use-payment-status.ts";
import { useHost, useReportToHost } from "#components/embed/embed-frame.tsx";
import type { WireStatus } from "#lib/api/schemas/payment.ts";

type LivePaymentProps = {
  locale: string;
  messages: Messages;
  data: CheckoutData;
  initial: WireStatus;
  elsewhere: ReactNode;
  getWallet: ReactNode;
  /** What does not change. */
  children: ReactNode;
};

/** A payment as a ticket: what is to be paid on one part, where it stands and what can be done on the other, live. */
export function LivePayment(props: LivePaymentProps) {
  const { locale, messages, data, initial, elsewhere, getWallet, children } = props;
  const { answer, isOutOfTouch } = usePaymentStatus(data.paymentId, data.appId, initial);
  const [statusOnArrival] = useState(initial.status);
  const host = useHost();
  useReportToHost(answer.status);
  const say = speaker(messages);
  const situation = situationOf(answer);
  const isNews = answer.status !== statusOnArrival;
  const { paymentId, merchantName, link, returnUrls } = data;
  useEffect(() => {
    if (answer.status !== "requires_action") forgetProgress(paymentId);
  }, [answer.status, paymentId]);
  const news = () => {
    if (isOutOfTouch) return say("status.outOfTouch");
    if (!isNews || situation === "requires_action") return "";
    return say("status.news", {
      title: say(statusWords[situation].title),
      text: sayText(say, situation, merchantName),
    });
  };

  return (
    <LanguageProvider locale={locale} messages={messages}>
      <article className="grid w-full max-w-md grid-cols-1 overflow-clip rounded-2xl border border-line bg-surface shadow-card lg:min-h-[30rem] lg:max-w-4xl lg:grid-cols-[5fr_6fr] print:block print:shadow-none">
        <section className="tear relative bg-sunken p-5 sm:p-8 lg:p-10 print:before:hidden print:after:hidden">
          <div className="flex flex-col gap-5 lg:sticky lg:top-10 lg:min-h-[25rem] lg:gap-6 print:min-h-0">
            {children}
            {situation === "requires_action" && (
              <dl className="border-t border-line pt-3 lg:pt-4">
                <Countdown {...data.expiry} />
              </dl>
            )}
          </div>
        </section>
        <section className="flex min-w-0 flex-col p-5 sm:p-8 lg:p-10">
          {situation === "requires_action" ? (
            <Payer data={data} elsewhere={elsewhere} getWallet={getWallet} />
          ) : (
            <StatusPanel situation={situation} merchantName={merchantName} link={link} isNews={isNews}>
              {answer.info !== null && <Receipt data={data} paid={answer.info.optionAmount} txId={answer.info.txId} />}
              {/* In a frame the shop's page is there already, and hears how it went. */}
              {host === null && returnUrls !== null && answer.isFinal && (
                <ReturnToShop
                  paymentId={paymentId}
                  merchantName={merchantName}
                  returnUrls={returnUrls}
                  isPaid={situation === "succeeded"}
                  isNews={isNews}
                />
              )}
            </StatusPanel>
          )}
          {isOutOfTouch && !answer.isFinal && <p className="mt-6 text-sm text-critical">{say("status.outOfTouch")}</p>}
        </section>
        <p role="status" className="sr-only">
          {news()}
        </p>
      </article>
    </LanguageProvider>
  );
}
