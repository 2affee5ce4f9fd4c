import { presentExpiry, readWalletSettings } from "#app/(buyer)/(checkout)/wallet-page-data.ts";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { formatReceiptDate } from "#components/checkout/format-time.ts";
import { supportLink } from "#components/checkout/support-link.ts";
import { transferMessagesFor } from "#components/checkout/transfer/messages/transfer-messages-for.ts";
import { presentTokenAmount } from "#lib/api/presenters/payment-refund.ts";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { intlLocale, type Locale } from "#lib/core/locales.ts";
import { hostedCheckoutAppId } from "#lib/domain/partners/apps/find-app.ts";
import { findAccepted } from "#lib/domain/payments/gateway/accepted-tokens.ts";
import type { GatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import { paymentLink } from "#lib/domain/payments/payment-link.ts";
import { canSendReceipts } from "#lib/domain/payments/receipts/request-receipt.ts";

/** Collects what the browser needs to know about the payment and the installation. Nothing in it is secret. */
export async function readCheckoutData(
  { payment, merchant, sendsReceipts, supportContact }: GatewayPayment,
  language: Locale,
  now: Date,
): Promise<CheckoutData> {
  const locale = intlLocale(language);
  const { networks, isPayable } = await findAccepted(payment);
  return {
    ...readWalletSettings(),
    paymentId: payment.id,
    isTest: isTestAccount(payment.partnerId),
    appId: hostedCheckoutAppId,
    link: paymentLink(payment.id),
    merchantName: merchant.name,
    expiry: presentExpiry(payment.expiresAt, locale, now),
    paidOnText: payment.succeededAt && formatReceiptDate(payment.succeededAt, locale),
    networks,
    isPayable,
    refunded:
      payment.result === null || payment.refunded === 0n
        ? null
        : presentTokenAmount(payment.result.asset, payment.refunded),
    returnUrls: payment.checkout,
    supportLink: supportContact && supportLink(supportContact, payment.referenceId),
    transfer: payment.depositUntil === null ? null : { messages: transferMessagesFor(language) },
    canEmailReceipt: sendsReceipts && canSendReceipts() && !isTestAccount(payment.partnerId),
  };
}
