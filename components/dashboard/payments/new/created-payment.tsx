"use client";

import type { ReactNode } from "react";
import { Money } from "#components/dashboard/money.tsx";
import { BuyerLink } from "#components/dashboard/payments/buyer-link.tsx";
import { NoDestination, NotPayable } from "#components/dashboard/payments/no-destination.tsx";
import { usePaymentDetail } from "#components/dashboard/payments/use-payment-detail.ts";
import { ActionButton, buttonClass } from "#components/ui/action-button.tsx";
import { CheckIcon } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type Created = { paymentId: string; link: string; reference: string; merchantId: string };

type CreatedPaymentProps = { created: Created; onCreateAnother: () => void };

/** A payment that was just created: its link while buyers can pay it, then its outcome, without a reload. */
export function CreatedPayment({ created, onCreateAnother }: CreatedPaymentProps) {
  const { paymentId, link, reference, merchantId } = created;
  const { data: payment, error } = usePaymentDetail(paymentId);
  // The form refuses payments that buyers can't pay.
  const isPayable = payment === undefined || payment.isPayable === true;
  const { title, text } = payment === undefined ? ready(reference) : newsOf(payment);
  return (
    <div className="max-w-md space-y-5 rounded-xl border border-line bg-surface p-5">
      <div role="status" className="flex items-start gap-3">
        {payment?.status === "succeeded" && (
          <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full bg-accent text-on-accent">
            <CheckIcon className="size-4" />
          </span>
        )}
        <div className="min-w-0 space-y-1">
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="wrap-anywhere text-ink-muted">{text}</p>
        </div>
      </div>
      {error !== null && <Problem>Couldn't refresh this payment. {error.message}</Problem>}
      {payment?.isPayable === false && <NotPayable merchant={payment.merchant} />}
      {isPayable && (
        <>
          <NoDestination merchantId={merchantId} isPayable />
          <BuyerLink link={link} reference={reference} />
        </>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line pt-4 print:hidden">
        <Link href={`/dashboard/payments/${paymentId}`} className={buttonClass("primary")}>
          View payment
        </Link>
        <ActionButton onClick={onCreateAnother}>Create another payment</ActionButton>
      </div>
    </div>
  );
}

type News = { title: ReactNode; text: ReactNode };

function ready(reference: string): News {
  return {
    title: "Payment created",
    text: (
      <>
        <Reference>{reference}</Reference> is ready to be paid. Send the buyer the link, or show the QR code.
      </>
    ),
  };
}

function newsOf({ status, isPayable, reference, amount, paid }: QueryOutput<"payments.detail">): News {
  const name = <Reference>{reference}</Reference>;
  switch (status) {
    case "requires_action":
      if (isPayable !== false) return ready(reference);
      return { title: "Payment created", text: <>The link of {name} appears here once buyers can pay.</> };
    case "processing":
      return {
        title: "Payment received",
        text: <>The buyer's payment for {name} is confirming on chain. This usually takes a few seconds.</>,
      };
    case "succeeded":
      return {
        title: (
          <>
            Paid <Money money={amount} />
          </>
        ),
        text: (
          <>
            The buyer paid {name}
            {paid !== null && (
              <>
                {" "}
                with <Money money={paid} hasNetwork />
              </>
            )}
            .
          </>
        ),
      };
    case "failed":
      return {
        title: "Payment failed",
        text: <>The buyer wasn't charged for {name}. Create another payment to retry.</>,
      };
    case "expired":
      return { title: "Payment expired", text: <>The buyer didn't pay {name} in time. The link no longer works.</> };
    case "cancelled":
      return { title: "Payment cancelled", text: <>{name} wasn't paid. The link no longer works.</> };
  }
}

function Reference({ children }: { children: string }) {
  return <bdi className="text-ink">{children}</bdi>;
}
