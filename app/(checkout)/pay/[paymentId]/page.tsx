import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { readCheckoutData } from "#app/(checkout)/pay/[paymentId]/read-checkout-data.ts";
import { visitorLocale } from "#app/visitor-locale.ts";
import { Elsewhere } from "#components/checkout/elsewhere.tsx";
import { amountLine } from "#components/checkout/format-amount.ts";
import { LivePayment } from "#components/checkout/live-payment.tsx";
import { messagesOf } from "#components/checkout/messages/messages-of.ts";
import { speaker } from "#components/checkout/messages/translate.ts";
import { PaymentSummary } from "#components/checkout/payment-summary.tsx";
import { GetWallet } from "#components/checkout/wallet-apps.tsx";
import { intlLocale } from "#components/language/locales.ts";
import { presentInfo } from "#lib/api/presenters/gateway.ts";
import { presentStatus } from "#lib/api/presenters/payment.ts";
import { clock } from "#lib/core/clock.ts";
import { isTillError } from "#lib/core/errors.ts";
import { getGatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import { statusAt } from "#lib/domain/payments/payment.ts";

type Props = { params: Promise<{ paymentId: string }> };

/** Read once for the title and the page; null when there is no such payment. Knowing its id is all it takes to see it. */
const readPayment = cache(async (id: string) => {
  try {
    return await getGatewayPayment({ partnerId: null, merchantId: null }, id);
  } catch (error) {
    if (isTillError(error) && error.code === "payment_not_found") return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await visitorLocale();
  const say = speaker(messagesOf(locale));
  const found = await readPayment((await params).paymentId);
  if (found === null) return { title: say("page.unknown") };
  const { amount, merchant } = presentInfo(found, found.payment.storedStatus);
  const title = say("page.title", { amount: amountLine(amount, intlLocale(locale)), merchant: merchant.name });
  return { title, robots: { index: false } };
}

export default async function PayPage({ params }: Props) {
  const found = await readPayment((await params).paymentId);
  if (found === null) notFound();
  const visitors = await visitorLocale();
  const messages = messagesOf(visitors);
  const locale = intlLocale(visitors);
  const say = speaker(messages);
  const isFramed = (await headers()).has("x-till-embed-origin");
  const now = clock.now();
  const status = statusAt(found.payment, now);
  const { amount, merchant } = presentInfo(found, status);
  const data = readCheckoutData(found, locale, now);
  return (
    <LivePayment
      locale={locale}
      messages={messages}
      data={data}
      initial={presentStatus({ snapshot: found.payment, status })}
      elsewhere={<Elsewhere say={say} link={data.link} isFramed={isFramed} />}
      getWallet={<GetWallet say={(wallet) => say("noWallet.get", { wallet })} />}
    >
      <PaymentSummary say={say} locale={locale} merchant={merchant} amount={amount} />
    </LivePayment>
  );
}
