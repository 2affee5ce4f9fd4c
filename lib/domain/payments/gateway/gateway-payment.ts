import { database } from "#lib/db/pool.ts";
import type { Scope } from "#lib/db/scope.ts";
import { logoUrl } from "#lib/domain/merchants/logos/logo-url.ts";
import { getMerchantBranding } from "#lib/domain/merchants/repository.ts";
import { type App, findConfirmingApp } from "#lib/domain/partners/apps/find-app.ts";
import { paymentIdOf } from "#lib/domain/payments/gateway/payment-link.ts";
import { getPayment } from "#lib/domain/payments/get-payment.ts";
import type { Payment } from "#lib/domain/payments/payment.ts";

/** A payment as a buyer may see it. */
export type GatewayPayment = {
  payment: Payment;
  /** Buyers see our own copy of a checked logo, never the URL that a merchant gave (WIRE, Merchants). */
  merchant: { name: string; iconUrl: string | null };
  buyerApp: App | null;
};

/** A payment with what a buyer is shown of its merchant. @throws TillError `payment_not_found`. */
export async function getGatewayPayment(scope: Scope, idOrLink: string): Promise<GatewayPayment> {
  const payment = await getPayment(scope, paymentIdOf(idOrLink));
  const appId = payment.buyer?.appId ?? null;
  const [{ name, logoHash }, buyerApp] = await Promise.all([
    getMerchantBranding(database, payment.merchantId),
    appId === null ? null : findConfirmingApp(appId),
  ]);
  return { payment, merchant: { name, iconUrl: logoHash && logoUrl(logoHash) }, buyerApp };
}
