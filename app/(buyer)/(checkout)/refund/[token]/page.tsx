import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { presentExpiry, readWalletSettings } from "#app/(buyer)/(checkout)/wallet-page-data.ts";
import { visitorLocale } from "#app/visitor-locale.ts";
import { amountLine } from "#components/checkout/format-amount.ts";
import { formatReceiptDate } from "#components/checkout/format-time.ts";
import { createTranslator } from "#components/checkout/messages/messages.ts";
import { PayOnPhone } from "#components/checkout/pay-on-phone.tsx";
import { AmountSummary, MerchantHeading } from "#components/checkout/payment-summary.tsx";
import { GetWallet } from "#components/checkout/wallet-apps.tsx";
import { LiveRefund } from "#components/refund/live-refund.tsx";
import { createRefundTranslator } from "#components/refund/messages/refund-messages.ts";
import { refundMessagesFor, refundWalletMessagesFor } from "#components/refund/messages/refund-messages-for.ts";
import type { RefundData } from "#components/refund/refund-data.ts";
import { presentRefundRequest } from "#lib/api/presenters/refund.ts";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { clock } from "#lib/core/clock.ts";
import { isTillError } from "#lib/core/errors.ts";
import { intlLocale } from "#lib/core/locales.ts";
import { hostedCheckoutAppId } from "#lib/domain/partners/apps/find-app.ts";
import { refundLink } from "#lib/domain/payments/refunds/refund.ts";
import { getRefundRequest, type RefundRequestView } from "#lib/domain/payments/refunds/refund-request.ts";

type Props = { params: Promise<{ token: string }> };

/** Reads the refund once for the title and the page; null for an unknown link. Anyone who has the link may see it. */
const readRefund = cache(async (token: string) => {
  try {
    return await getRefundRequest({ partnerId: null, merchantId: null }, token);
  } catch (error) {
    if (isTillError(error) && error.code === "not_found") return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await visitorLocale();
  const t = createRefundTranslator(refundMessagesFor(locale));
  const found = await readRefund((await params).token);
  if (found === null) return { title: t("refund.notFound") };
  const { amount, merchant } = presentRefundRequest(found, clock.now());
  const title = t("refund.title", { amount: amountLine(amount, intlLocale(locale)), merchant: merchant.name });
  if (!isTestAccount(found.refund.partnerId)) return { title, robots: { index: false } };
  const shown = createTranslator(refundWalletMessagesFor(locale))("page.testTitle", { title });
  return { title: shown, robots: { index: false } };
}

export default async function RefundPage({ params }: Props) {
  const { token } = await params;
  const found = await readRefund(token);
  if (found === null) notFound();
  const visitor = await visitorLocale();
  const locale = intlLocale(visitor);
  const messages = refundMessagesFor(visitor);
  const walletMessages = refundWalletMessagesFor(visitor);
  const t = createTranslator(walletMessages);
  const now = clock.now();
  const request = presentRefundRequest(found, now);
  const data = presentRefundData(found, { token, locale, now });
  return (
    <LiveRefund
      locale={locale}
      messages={messages}
      walletMessages={walletMessages}
      data={data}
      initial={request}
      recipient={addressOf(request.recipientCaip10)}
      reference={request.referenceId}
      payOnPhone={<PayOnPhone t={t} link={data.link} isFramed={false} />}
      getWallet={<GetWallet label={(wallet) => t("noWallet.get", { wallet })} />}
    >
      <div className="flex flex-col gap-5 lg:gap-8 line:contents">
        <MerchantHeading label={messages["refund.from"]} merchant={request.merchant} />
        <AmountSummary t={t} locale={locale} amount={request.amount} />
      </div>
    </LiveRefund>
  );
}

type PageFacts = { token: string; locale: string; now: Date };

function presentRefundData(view: RefundRequestView, { token, locale, now }: PageFacts): RefundData {
  const { refund, network } = view;
  const { amount, merchant, payersCaip10, status } = presentRefundRequest(view, now);
  return {
    ...readWalletSettings(),
    refundId: refund.id,
    isTest: isTestAccount(refund.partnerId),
    target: { path: `/v1/refund-requests/${encodeURIComponent(token)}`, appId: hostedCheckoutAppId },
    link: refundLink(token),
    merchantName: merchant.name,
    amount,
    payers: payersCaip10.map(addressOf),
    chainId: network.id,
    expiry: presentExpiry(refund.expiresAt ?? refund.createdAt, locale, now),
    refundedOnText: status === "succeeded" ? formatReceiptDate(refund.updatedAt, locale) : null,
    networks: [network],
  };
}

/** Returns the address of a CAIP-10 account. */
function addressOf(account: string): string {
  return account.split(":").at(-1) ?? account;
}
