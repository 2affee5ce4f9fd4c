import type { CheckoutData, DemoWallet } from "#components/checkout/checkout-data.ts";
import { dayInWords } from "#components/checkout/day-in-words.ts";
import { timeWords } from "#components/checkout/time-left.ts";
import { toUnixSeconds } from "#lib/core/clock.ts";
import { hostedCheckoutAppId } from "#lib/domain/partners/apps/find-app.ts";
import { acceptedTokens } from "#lib/domain/payments/gateway/accepted-tokens.ts";
import type { GatewayPayment } from "#lib/domain/payments/gateway/gateway-payment.ts";
import { paymentLink } from "#lib/domain/payments/gateway/payment-link.ts";
import { env } from "#lib/env/env.ts";

/** What the browser needs of a payment and of this installation; nothing in it is secret. */
export function readCheckoutData({ payment, merchant }: GatewayPayment, locale: string, now: Date): CheckoutData {
  const { networks, accepted } = acceptedTokens(payment.amount.unit);
  const expiryFormat = new Intl.DateTimeFormat(locale, {
    ...({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const),
    ...({ hourCycle: "h23", timeZone: "UTC", timeZoneName: "short" } as const),
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
      words: timeWords(locale),
    },
    paidOnText: payment.succeededAt && dayInWords(payment.succeededAt, locale),
    networks,
    accepted,
    returnUrls: payment.checkout,
    demoWallet: findDemoWallet(),
    walletConnectProjectId: env().WALLETCONNECT_PROJECT_ID ?? null,
  };
}

/** Set by the demo, whose chains are on this machine. */
function findDemoWallet(): DemoWallet | null {
  const { DEMO_WALLET_ADDRESS: address, DEMO_WALLET_RPC_URLS: rpcUrls } = env();
  return address === undefined || Object.keys(rpcUrls).length === 0 ? null : { address, rpcUrls };
}
