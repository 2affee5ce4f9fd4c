import type { PaymentId, ReceiptRequestId } from "#lib/core/ids.ts";
import type { Locale } from "#lib/core/locales.ts";
import type { Money } from "#lib/core/money.ts";
import { database } from "#lib/db/pool.ts";
import { getMerchantBranding } from "#lib/domain/merchants/repository.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import type { PaymentOrder } from "#lib/domain/payments/payment.ts";
import { paymentLink } from "#lib/domain/payments/payment-link.ts";
import { openReceiptEmail } from "#lib/domain/payments/receipts/receipt-request.ts";
import { findReceiptRequest } from "#lib/domain/payments/receipts/repository.ts";

/** The facts of a receipt, and the address to which it goes. */
export type ReceiptFacts = {
  email: string;
  locale: Locale;
  merchantName: string;
  logoHash: string | null;
  brandColor: string | null;
  paymentId: PaymentId;
  paid: Money;
  paidAt: Date;
  txHash: string;
  order: PaymentOrder;
  /** The unit of the totals in the order. */
  orderUnit: Money["unit"];
  link: string;
};

/** Reads a receipt that is to be sent; null for one that was sent before, or whose request was deleted. */
export async function readReceipt(id: ReceiptRequestId): Promise<ReceiptFacts | null> {
  const request = await findReceiptRequest(database, id);
  if (request === null || request.sentAt !== null) return null;
  const { paymentId, locale } = request;
  const payment = await getPayment({ partnerId: null, merchantId: null }, paymentId);
  const { result, succeededAt } = payment;
  if (result === null || succeededAt === null) throw new Error(`${paymentId} has no receipt`);
  const { name: merchantName, logoHash, brandColor } = await getMerchantBranding(database, payment.merchantId);
  return {
    email: openReceiptEmail(request),
    locale,
    merchantName,
    logoHash,
    brandColor,
    paymentId,
    paid: { unit: { kind: "token", asset: result.asset }, value: result.amount },
    paidAt: succeededAt,
    txHash: result.txHash,
    order: { description: payment.description, lineItems: payment.lineItems },
    orderUnit: payment.amount.unit,
    link: paymentLink(paymentId),
  };
}
