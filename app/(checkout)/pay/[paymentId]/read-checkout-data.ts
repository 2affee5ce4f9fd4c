import type { CheckoutData, DemoWallet } from "#components/checkout/checkout-data.ts";
import { formatReceiptDate, timeUnitLabels } from "#components/checkout/format-time.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import { hostedCheckoutAppId } from "#lib/domain/partners/apps/find-app.ts";
import { findAcceptedTokens } from "#lib/domain/payments/gateway/accepted-tokens.ts";
import type { GatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import { paymentLink } from "#lib/domain/payments/gateway/payment-link.ts";
import { rateSource } from "#lib/domain/payments/rates/configured-rate-source.ts";
import { env } from "#lib/env/env.ts";

/** Collects what the browser needs to know about the payment and the installation. Nothing in it is secret. */
export async function readCheckoutData(
  { payment, merchant }: GatewayPayment,
  locale: string,
  now: Date,
): Promise<CheckoutData> {
  const { networks, accepted } = await findAcceptedTokens(payment, rateSource());
  const expiryFormat = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
    timeZoneName: "short",
  });
  return {
    paymentId: payment.id,
    appId: hostedCheckoutAppId,
    link: paymentLink(payment.id),
    merchantName: merchant.name,
    expiry: {
      expiresAt: toUnixSeconds(payment.expiresAt),
      expiresAtText: expiryFormat.format(payment.expiresAt),
      serverNowMs: now.getTime(),
      unitLabels: timeUnitLabels(locale),
    },
    paidOnText: payment.succeededAt && formatReceiptDate(payment.succeededAt, locale),
    networks,
    accepted,
    returnUrls: payment.checkout,
    demoWallet: findDemoWallet(),
    walletConnectProjectId: env().WALLETCONNECT_PROJECT_ID ?? null,
  };
}

/** Returns the demo wallet; null unless the demo, which runs its own chains, has configured one. */
function findDemoWallet(): DemoWallet | null {
  const { DEMO_WALLET_ADDRESS: address, DEMO_WALLET_RPC_URLS: rpcUrls } = env();
  return address === undefined || Object.keys(rpcUrls).length === 0 ? null : { address, rpcUrls };
}
