import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { clockSkewMs } from "#components/checkout/clock-skew.ts";
import type { Expiry } from "#components/checkout/countdown.tsx";
import { type GatewayTarget, getOptions, paymentTarget } from "#components/checkout/gateway.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

/** Quotes are renewed this long before they expire, which is about as long as signing takes. */
export const renewBeforeExpiryMs = 45_000;

/** A payment or a refund that a wallet signs. */
export type WalletTask = {
  /** The id under which the browser saves the progress. */
  id: string;
  target: GatewayTarget;
  merchantName: string;
  expiry: Expiry;
  /**
   * Fetches a new quote for the account and token of an option.
   * @returns null if the option no longer exists, because the balance is too low.
   * @throws GatewayRefusal when the network doesn't respond, among others.
   */
  renew(old: WireOption, signal: AbortSignal): Promise<WireOption | null>;
};

/** The task of paying. */
export function paymentTask(data: CheckoutData): WalletTask {
  const target = paymentTarget(data);
  return {
    id: data.paymentId,
    target,
    merchantName: data.merchantName,
    expiry: data.expiry,
    async renew(old, signal) {
      const { options } = await getOptions(target, [old.account], signal);
      return options?.find(({ amount }) => amount.unit === old.amount.unit) ?? null;
    },
  };
}

/** Returns true if the quote may expire during the signing, although the task itself doesn't. */
export function isQuoteExpiring({ expiresAt }: WireOption, { expiry }: WalletTask): boolean {
  const now = Date.now() + clockSkewMs(expiry.serverNowMs);
  return expiresAt < expiry.expiresAt && expiresAt * 1_000 - now < renewBeforeExpiryMs;
}
