import { useQuery } from "@tanstack/react-query";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { clockSkewMs } from "#components/checkout/clock-skew.ts";
import { getOptions, isNetworkUnavailable } from "#components/checkout/gateway.ts";
import { accountsOf } from "#components/checkout/wallet/accounts.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

/** Quotes are renewed this long before they expire, which is about as long as signing takes. */
const renewBeforeExpiryMs = 45_000;
/** The shortest time between two renewals, for payments that expire before a quote would. */
const minRenewalIntervalMs = 15_000;
/** The time between two attempts while a network doesn't respond, as long as the gateway lets it rest. */
const unavailableIntervalMs = 5_000;

/** Returns true if the quote may expire while the buyer signs, although the payment itself doesn't. */
export function isQuoteExpiring({ expiresAt }: WireOption, { expiry }: CheckoutData): boolean {
  const now = Date.now() + clockSkewMs(expiry.serverNowMs);
  return expiresAt < expiry.expiresAt && expiresAt * 1_000 - now < renewBeforeExpiryMs;
}

/**
 * Fetches what an address can pay with on every enabled chain, and the names of the networks that didn't respond. Renews the
 * quotes before they expire, and tries again while a network doesn't respond.
 */
export function useOptions(data: CheckoutData, address: string, chainId: number | undefined) {
  const { paymentId, networks } = data;
  return useQuery({
    queryKey: ["options", paymentId, address, chainId],
    queryFn: async ({ signal }) => {
      const found = await getOptions(data, accountsOf(networks, address), signal);
      return { options: found.options ?? [], missing: found.unavailableNetworks.map(({ name }) => name) };
    },
    placeholderData: (previous) => previous,
    refetchOnWindowFocus: true,
    staleTime: minRenewalIntervalMs,
    refetchInterval: ({ state }) => {
      const isMissing = state.data !== undefined && state.data.missing.length > 0;
      if (isMissing || isNetworkUnavailable(state.error)) return unavailableIntervalMs;
      const firstExpiryMs = Math.min(...(state.data?.options ?? []).map(({ expiresAt }) => expiresAt * 1_000));
      if (!Number.isFinite(firstExpiryMs)) return false;
      const nowMs = Date.now() + clockSkewMs(data.expiry.serverNowMs);
      return Math.max(minRenewalIntervalMs, firstExpiryMs - renewBeforeExpiryMs - nowMs);
    },
  });
}

/**
 * Fetches a new quote for the same account and token.
 * @returns null if the option no longer exists, because the balance is too low.
 * @throws GatewayRefusal when the network doesn't respond, among others.
 */
export async function renewOption(
  data: CheckoutData,
  old: WireOption,
  signal: AbortSignal,
): Promise<WireOption | null> {
  const { options } = await getOptions(data, [old.account], signal);
  return options?.find(({ amount }) => amount.unit === old.amount.unit) ?? null;
}
