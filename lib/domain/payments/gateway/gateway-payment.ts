import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import { logoUrl } from "#lib/domain/merchants/logos/logo-url.ts";
import { getMerchantBranding } from "#lib/domain/merchants/repository.ts";
import { type App, findConfirmingApp } from "#lib/domain/partners/apps/find-app.ts";
import { findDeposit, type ShownDeposit } from "#lib/domain/payments/deposit-addresses/find-deposit.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";
import { paymentIdOf } from "#lib/domain/payments/payment-link.ts";

/** A payment with the facts that a buyer may see. */
export type GatewayPayment = {
  payment: Payment;
  /** The icon is our own checked copy of the logo, never the URL that the merchant gave. */
  merchant: { name: string; iconUrl: string | null };
  buyerApp: App | null;
  /** The merchant lets buyers ask for a receipt by email. */
  sendsReceipts: boolean;
  /** An email or an HTTPS URL for buyers who need help. */
  supportContact: string | null;
  /** `#rrggbb`, the color of the checkout's buttons. */
  brandColor: string | null;
  /** The address at which a transfer pays it; null while no address was given. */
  deposit: ShownDeposit | null;
};

/** Returns a payment with its merchant's name and icon, by id or payment link. @throws TillError `payment_not_found`. */
export async function getGatewayPayment(scope: Scope, idOrLink: string): Promise<GatewayPayment> {
  const payment = await getPayment(scope, paymentIdOf(idOrLink));
  const appId = payment.buyer?.appId ?? null;
  const [{ name, logoHash, ...settings }, buyerApp, deposit] = await Promise.all([
    getMerchantBranding(database, payment.merchantId),
    appId === null ? null : findConfirmingApp(appId),
    findDeposit(payment),
  ]);
  return { payment, merchant: { name, iconUrl: logoHash && logoUrl(logoHash) }, buyerApp, deposit, ...settings };
}
