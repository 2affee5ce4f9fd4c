"use client";

import { type ReactNode, useState } from "react";
import { Countdown, type Expiry } from "#components/checkout/countdown.tsx";
import { StatusPanel } from "#components/checkout/status-panel.tsx";
import { situationOf, statusWords } from "#components/checkout/status-words.ts";
import { usePaymentStatus } from "#components/checkout/use-payment-status.ts";
import type { WireStatus } from "#lib/api/schemas/payment.ts";

type LivePaymentProps = {
  paymentId: string;
  /** What the page asks the gateway as. */
  appId: string;
  link: string;
  merchantName: string;
  initial: WireStatus;
  expiry: Expiry;
  /** What does not change. */
  children: ReactNode;
};

/** A payment as a ticket: what is to be paid on one part, where it stands on the other, live. */
export function LivePayment({ paymentId, appId, link, merchantName, initial, expiry, children }: LivePaymentProps) {
  const { answer, isOutOfTouch } = usePaymentStatus(paymentId, appId, initial);
  const { title, text } = statusWords[situationOf(answer)];
  const [statusOnArrival] = useState(initial.status);
  const news = answer.status === statusOnArrival ? "" : `${title}. ${text(merchantName)}`;
  return (
    <article className="grid w-full max-w-md grid-cols-1 overflow-hidden rounded-2xl border border-line bg-surface shadow-card lg:min-h-[26.5rem] lg:max-w-4xl lg:grid-cols-[5fr_6fr]">
      <section className="tear relative flex flex-col gap-6 bg-sunken p-6 sm:p-8 lg:p-10">
        {children}
        {answer.status === "requires_action" && (
          <dl className="border-t border-line pt-4">
            <Countdown {...expiry} />
          </dl>
        )}
      </section>
      <section className="flex flex-col p-6 sm:p-8 lg:p-10">
        <StatusPanel answer={answer} merchantName={merchantName} link={link} />
        {isOutOfTouch && !answer.isFinal && <p className="mt-6 text-sm text-critical">No connection. Trying again…</p>}
      </section>
      <p role="status" className="sr-only">
        {isOutOfTouch ? "No connection. Trying again." : news}
      </p>
    </article>
  );
}
