import { useQuery } from "@tanstack/react-query";
import type { CheckoutData } from "#components/checkout/checkout-data.ts";
import { getOptions } from "#components/checkout/gateway.ts";
import { clockSkewMs } from "#components/checkout/server-time.ts";
import { accountsOf } from "#components/checkout/wallet/accounts.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";

/** A quote is renewed this long before it runs out: about as long as signing takes. */
const spareMs = 45_000;
/** Renewed no more often than this, for payments that end before a quote would. */
const restMs = 15_000;

/** Whether a quote may run out while the buyer signs, although the payment itself goes on. */
export function isRunningOut({ expiresAt }: WireOption, { expiry }: CheckoutData): boolean {
  const now = Date.now() + clockSkewMs(expiry.serverNowMs);
  return expiresAt < expiry.expiresAt && expiresAt * 1_000 - now < spareMs;
}

/** What an address can pay with on every enabled chain, quoted anew before the quotes run out. */
export function useOptions(data: CheckoutData, address: string, chainId: number | undefined) {
  const { paymentId, networks } = data;
  return useQuery({
    queryKey: ["options", paymentId, address, chainId],
    queryFn: async ({ signal }) => (await getOptions(data, accountsOf(networks, address), signal)).options ?? [],
    placeholderData: (previous) => previous,
    refetchOnWindowFocus: true,
    staleTime: restMs,
    refetchInterval: ({ state }) => {
      const first = Math.min(...(state.data ?? []).map(({ expiresAt }) => expiresAt * 1_000));
      if (!Number.isFinite(first)) return false;
      return Math.max(restMs, first - spareMs - Date.now() - clockSkewMs(data.expiry.serverNowMs));
    },
  });
}

/**
 * The same way to pay with a new quote.
 * @returns null when it is not there any more: the balance is gone, or the chain does not answer.
 */
export async function renewOption(
  data: CheckoutData,
  old: WireOption,
  signal: AbortSignal,
): Promise<WireOption | null> {
  const { options } = await getOptions(data, [old.account], signal);
  return options?.find(({ amount }) => amount.unit === old.amount.unit) ?? null;
}
