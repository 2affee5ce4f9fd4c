import { hashKey, type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { fetchQuery } from "#components/dashboard/data/rpc-client.ts";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type PaymentPage = QueryOutput<"payments.list">;
export type PaymentRowData = PaymentPage["payments"][number];
/** The cached pages of a list, consecutive, with the position of each. */
export type PaymentPages = InfiniteData<PaymentPage, string>;

/** The positions of the pages read so far: each page's position by that of the next page. */
export type Trail = Map<string, string>;

const trails = new WeakMap<QueryClient, Map<string, Trail>>();

/**
 * Returns the trail of a list. It lasts as long as the cache of its pages: these outlive the list's
 * component, and start in the middle.
 */
export function trailOf(client: QueryClient, input: PaymentListInput): Trail {
  const ofClient = trails.get(client) ?? new Map<string, Trail>();
  trails.set(client, ofClient);
  const key = hashKey(keyOf("payments.list", input));
  const trail = ofClient.get(key) ?? new Map<string, string>();
  ofClient.set(key, trail);
  return trail;
}

/** The number of cached pages of 100 payments; the others are refetched when scrolled back to. */
const keptPages = 20;

/** The list as an infinite query in both directions. Never stale: changes arrive through `payments.live`. */
export function pagesQuery(input: PaymentListInput, trail: Trail) {
  return infiniteQueryOptions<PaymentPage, Error, PaymentPages, ReturnType<typeof keyOf<"payments.list">>, string>({
    queryKey: keyOf("payments.list", input),
    queryFn: ({ pageParam, signal }) => fetchQuery("payments.list", { ...input, after: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam({ next }, _pages, after) {
      if (next !== null) trail.set(next, after);
      return next;
    },
    getPreviousPageParam: (_page, _pages, after) => trail.get(after) ?? null,
    maxPages: keptPages,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Counts the pages before the one at a position. */
export function pagesBefore(after: string, trail: Trail): number {
  let count = 0;
  let place = trail.get(after);
  while (place !== undefined) {
    count += 1;
    place = trail.get(place);
  }
  return count;
}

/** Returns the ids of payments that can still change, up to a limit. */
export function openIds(pages: readonly PaymentPage[], limit: number): string[] {
  const payments = pages.flatMap((page) => page.payments);
  const isOpen = ({ status, isSettled }: PaymentRowData) =>
    status === "requires_action" || status === "processing" || isSettled === false;
  return payments
    .filter(isOpen)
    .slice(0, limit)
    .map(({ id }) => id);
}

/** Replaces changed payments; returns the same object when nothing has changed. */
export function patchPages(pages: PaymentPages, newer: readonly PaymentRowData[]): PaymentPages {
  const byId = new Map(newer.map((payment) => [payment.id, payment]));
  let isChanged = false;
  const patched = pages.pages.map((page) => {
    const isPatched = page.payments.some((payment) => isOther(payment, byId.get(payment.id)));
    if (!isPatched) return page;
    isChanged = true;
    const payments = page.payments.map((payment) => {
      const found = byId.get(payment.id);
      return found !== undefined && isOther(payment, found) ? found : payment;
    });
    return { ...page, payments };
  });
  return isChanged ? { ...pages, pages: patched } : pages;
}

function isOther(shown: PaymentRowData, found: PaymentRowData | undefined): boolean {
  return found !== undefined && JSON.stringify(shown) !== JSON.stringify(found);
}
