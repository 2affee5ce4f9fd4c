import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { amountLine } from "#components/checkout/format-amount.ts";
import { LivePayment } from "#components/checkout/live-payment.tsx";
import { PaymentSummary } from "#components/checkout/payment-summary.tsx";
import { presentInfo } from "#lib/api/presenters/gateway.ts";
import { presentStatus } from "#lib/api/presenters/payment.ts";
import { clock } from "#lib/core/clock.ts";
import { TillError } from "#lib/core/errors.ts";
import { hostedCheckoutAppId } from "#lib/domain/apps/find-app.ts";
import { getGatewayPayment } from "#lib/domain/gateway/gateway-payment.ts";
import { paymentLink } from "#lib/domain/gateway/payment-link.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";

type Props = { params: Promise<{ paymentId: string }> };

/** Read once for the title and the page; null when there is no such payment. Knowing its id is all it takes to see it. */
const readPayment = cache(async (id: string) => {
  try {
    return await getGatewayPayment({ partnerId: null, merchantId: null }, id);
  } catch (error) {
    if (error instanceof TillError && error.code === "payment_not_found") return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await readPayment((await params).paymentId);
  if (found === null) return { title: "No such payment" };
  const { amount, merchant } = presentInfo(found, found.payment.storedStatus);
  return { title: `${amountLine(amount)} to ${merchant.name}`, robots: { index: false } };
}

const expiryFormat = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});

export default async function PayPage({ params }: Props) {
  const found = await readPayment((await params).paymentId);
  if (found === null) notFound();
  const now = clock.now();
  const { payment } = found;
  const status = statusAt(payment, now);
  const { amount, merchant, expiresAt } = presentInfo(found, status);
  return (
    <LivePayment
      paymentId={payment.id}
      appId={hostedCheckoutAppId}
      link={paymentLink(payment.id)}
      merchantName={merchant.name}
      initial={presentStatus({ snapshot: payment, status })}
      expiry={{ expiresAt, expiresAtText: expiryFormat.format(payment.expiresAt), serverNowMs: now.getTime() }}
    >
      <PaymentSummary merchantName={merchant.name} amount={amount} />
    </LivePayment>
  );
}
