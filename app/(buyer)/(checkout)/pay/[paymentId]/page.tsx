import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { readNonce } from "#app/_request/read-nonce.ts";
import { readCheckoutData } from "#app/(buyer)/(checkout)/pay/[paymentId]/read-checkout-data.ts";
import { visitorLocale } from "#app/visitor-locale.ts";
import { BrandStyle } from "#components/checkout/brand-style.tsx";
import { amountLine } from "#components/checkout/format-amount.ts";
import { LivePayment } from "#components/checkout/live-payment.tsx";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { messagesFor } from "#components/checkout/messages/messages-for.ts";
import { PayOnPhone } from "#components/checkout/pay-on-phone.tsx";
import { PaymentSummary } from "#components/checkout/payment-summary.tsx";
import { GetWallet } from "#components/checkout/wallet-apps.tsx";
import { presentAmount } from "#lib/api/presenters/amount.ts";
import { presentInfo } from "#lib/api/presenters/gateway.ts";
import { presentStatus } from "#lib/api/presenters/payment.ts";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import { isTillError } from "#lib/core/errors.ts";
import { intlLocale } from "#lib/core/locales.ts";
import { pageHeaders } from "#lib/core/page-headers.ts";
import { getGatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import { type Payment, statusAt } from "#lib/domain/payments/payment.ts";

type Props = { params: Promise<{ paymentId: string }> };

/** Reads the payment once for the title and the page; null if it doesn't exist. Anyone who has the id may see it. */
const readPayment = cache(async (id: string) => {
  try {
    return await getGatewayPayment({ partnerId: null, merchantId: null }, id);
  } catch (error) {
    if (isTillError(error) && error.code === "payment_not_found") return null;
    throw error;
  }
});

/** The order as the page shows it: with amounts that name their currency or token. */
function presentOrder({ description, lineItems, amount: { unit } }: Payment) {
  const items = lineItems.map(({ name, quantity, total }) => {
    return { name, quantity, total: presentAmount({ unit, value: total }) };
  });
  return { description, items };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await visitorLocale();
  const t = createTranslator(messagesFor(locale));
  const found = await readPayment((await params).paymentId);
  if (found === null) return { title: t("page.notFound") };
  const { amount, merchant } = presentInfo(found, found.payment.storedStatus);
  const title = t("page.title", { amount: amountLine(amount, intlLocale(locale)), merchant: merchant.name });
  const isTest = isTestAccount(found.payment.partnerId);
  return { title: isTest ? t("page.testTitle", { title }) : title, robots: { index: false } };
}

export default async function PayPage({ params }: Props) {
  const found = await readPayment((await params).paymentId);
  if (found === null) notFound();
  const visitor = await visitorLocale();
  const messages = messagesFor(visitor);
  const locale = intlLocale(visitor);
  const t = createTranslator(messages);
  const isFramed = (await headers()).has(pageHeaders.embedOrigin);
  const now = clock.now();
  const status = statusAt(found.payment, now);
  const { amount, merchant } = presentInfo(found, status);
  const data = await readCheckoutData(found, visitor, now);
  return (
    <LivePayment
      locale={locale}
      messages={messages}
      data={data}
      initial={presentStatus({ snapshot: found.payment, status }, found.deposit)}
      payOnPhone={<PayOnPhone t={t} link={data.link} isFramed={isFramed} />}
      getWallet={<GetWallet label={(wallet) => t("noWallet.get", { wallet })} />}
    >
      <BrandStyle color={found.brandColor} nonce={await readNonce()} />
      <PaymentSummary
        t={t}
        locale={locale}
        merchant={merchant}
        amount={amount}
        reference={found.payment.referenceId}
        order={presentOrder(found.payment)}
        supportContact={found.supportContact}
      />
    </LivePayment>
  );
}
