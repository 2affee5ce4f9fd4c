import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { fetchQuery } from "#components/dashboard/data/rpc-client.ts";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type PaymentPage = QueryOutput<"payments.list">;
export type PaymentRowData = PaymentPage["payments"][number];
/** What is kept of a list: some pages in a row, and where each of them begins. */
export type PaymentPages = InfiniteData<PaymentPage, string>;

/** Where each page begins that was read, by where the one after it does. */
export type Trail = Map<string, string>;

/** So many pages of a hundred are kept; those that are scrolled out of reach are read again on the way back. */
const keptPages = 20;

/** The list, page by page in both directions. Never read again by itself: what changes comes with `payments.live`. */
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

/** How many pages come before the one that begins there. */
export function pagesBefore(after: string, trail: Trail): number {
  let [count, place] = [0, trail.get(after)];
  while (place !== undefined) {
    count += 1;
    place = trail.get(place);
  }
  return count;
}

/** Those of the payments that may still change, at most so many. */
export function openIds(pages: readonly PaymentPage[], limit: number): string[] {
  const payments = pages.flatMap((page) => page.payments);
  const isOpen = ({ status, isSettled }: PaymentRowData) =>
    status === "requires_action" || status === "processing" || isSettled === false;
  return payments
    .filter(isOpen)
    .slice(0, limit)
    .map(({ id }) => id);
}

/** The pages with payments as they are by now; the very same object where nothing has changed. */
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
