import { useQuery } from "@tanstack/react-query";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { clockSkewMs } from "#components/checkout/clock-skew.ts";
import { getOptions, isNetworkUnavailable, paymentTarget } from "#components/checkout/gateway.ts";
import { accountsOf, type Wallet } from "#components/checkout/wallet/accounts.ts";
import { coversAccount, coversMethods, findSession } from "#components/checkout/wallet/remote-session.ts";
import { renewBeforeExpiryMs } from "#components/checkout/wallet/wallet-task.ts";

/** The shortest time between two renewals, for payments that expire before a quote would. */
const minRenewalIntervalMs = 15_000;
/** The time between two checks for the funds that an account lacks: a minute once the buyer has taken a few minutes. */
const fundsIntervalMs = { first: 15_000, later: 60_000 };
const firstChecks = 20;
/** The time between two attempts while a network doesn't respond, as long as the gateway lets it rest. */
const unavailableIntervalMs = 5_000;

/**
 * Fetches what a wallet can pay with on every enabled chain that its session covers, the names of the networks that
 * didn't respond, and the tokens it holds too little of. Renews the quotes before they expire, and asks again while a
 * network doesn't respond or funds are missing, as long as the page is visible, and when it becomes visible again.
 */
export function useOptions(data: CheckoutData, { address, connector }: Wallet, chainId: number | undefined) {
  const { paymentId, networks } = data;
  return useQuery({
    queryKey: ["options", paymentId, address, chainId],
    queryFn: async ({ signal }) => {
      const session = await findSession(connector);
      const accounts = accountsOf(networks, address).filter((account) => coversAccount(session, account));
      if (accounts.length === 0) return { options: [], hasEnded: false, missing: [], shortfalls: [], isCovered: false };
      const found = await getOptions(paymentTarget(data), accounts, signal);
      const offered = found.options ?? [];
      const options = offered.filter(({ actions }) =>
        coversMethods(
          session,
          actions.map(({ data: { method } }) => method),
        ),
      );
      return {
        options,
        hasEnded: found.options === null,
        missing: found.unavailableNetworks.map(({ name }) => name),
        shortfalls: found.shortfalls,
        /** False if the session excludes everything that the payment accepts. */
        isCovered: options.length > 0 || offered.length === 0,
      };
    },
    placeholderData: (previous) => previous,
    refetchOnWindowFocus: true,
    staleTime: minRenewalIntervalMs,
    refetchInterval: ({ state }) => {
      const isMissing = state.data !== undefined && state.data.missing.length > 0;
      if (isMissing || isNetworkUnavailable(state.error)) return unavailableIntervalMs;
      if (state.data !== undefined && state.data.shortfalls.length > 0)
        return state.dataUpdateCount < firstChecks ? fundsIntervalMs.first : fundsIntervalMs.later;
      const firstExpiryMs = Math.min(...(state.data?.options ?? []).map(({ expiresAt }) => expiresAt * 1_000));
      if (!Number.isFinite(firstExpiryMs)) return false;
      const nowMs = Date.now() + clockSkewMs(data.expiry.serverNowMs);
      return Math.max(minRenewalIntervalMs, firstExpiryMs - renewBeforeExpiryMs - nowMs);
    },
  });
}
