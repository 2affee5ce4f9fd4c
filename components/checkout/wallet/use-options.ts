import { useQuery } from "@tanstack/react-query";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { clockSkewMs } from "#components/checkout/clock-skew.ts";
import { getOptions, isNetworkUnavailable, paymentTarget } from "#components/checkout/gateway.ts";
import { accountsOf } from "#components/checkout/wallet/accounts.ts";
import { renewBeforeExpiryMs } from "#components/checkout/wallet/wallet-task.ts";

/** The shortest time between two renewals, for payments that expire before a quote would. */
const minRenewalIntervalMs = 15_000;
/** The time between two attempts while a network doesn't respond, as long as the gateway lets it rest. */
const unavailableIntervalMs = 5_000;

/**
 * Fetches what an address can pay with on every enabled chain, the names of the networks that didn't respond, and the tokens it
 * holds too little of. Renews the
 * quotes before they expire, and tries again while a network doesn't respond.
 */
export function useOptions(data: CheckoutData, address: string, chainId: number | undefined) {
  const { paymentId, networks } = data;
  return useQuery({
    queryKey: ["options", paymentId, address, chainId],
    queryFn: async ({ signal }) => {
      const found = await getOptions(paymentTarget(data), accountsOf(networks, address), signal);
      return {
        options: found.options ?? [],
        hasEnded: found.options === null,
        missing: found.unavailableNetworks.map(({ name }) => name),
        shortfalls: found.shortfalls,
      };
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
