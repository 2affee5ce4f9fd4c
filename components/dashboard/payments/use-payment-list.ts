"use client";

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { refetchQueries, rpcQuery } from "#components/dashboard/data/queries.ts";
import { fetchQuery } from "#components/dashboard/data/rpc-client.ts";
import type { PaymentListInput } from "#components/dashboard/payments/filter-url.ts";
import {
  openIds,
  type PaymentPages,
  pagesQuery,
  patchPages,
  trailOf,
} from "#components/dashboard/payments/payment-pages.ts";

const liveMs = 4_000;
const followed = 100;

/** Loads the list for an input, and keeps it up to date while the page is visible. */
export function usePaymentList(input: PaymentListInput) {
  const client = useQueryClient();
  const trail = trailOf(client, input);
  const query = pagesQuery(input, trail);
  const { queryKey } = query;
  const list = useInfiniteQuery(query);
  const { unseen, error: liveError } = useLive(input, list.data, (newer) => {
    client.setQueryData<PaymentPages>(queryKey, (pages) => pages && patchPages(pages, newer));
  });
  const showUnseen = useCallback(async () => {
    const first = await fetchQuery("payments.list", input);
    client.setQueryData<PaymentPages>(queryKey, { pages: [first], pageParams: [""] });
    await refetchQueries(client, ["payments.statistics"]);
  }, [client, input, queryKey]);
  return { list, trail, unseen, liveError, showUnseen };
}

type Live = {
  /** The number of new payments that the list doesn't show yet. They would move the rows, so the user has to ask for them. */
  unseen: number;
  /** Why the list is out of date; null while it isn't. */
  error: Error | null;
};
type Patch = (newer: PaymentPages["pages"][number]["payments"]) => void;

/** Polls the start of the list and the payments that can still change, and patches those in place. */
function useLive(input: PaymentListInput, pages: PaymentPages | undefined, patch: Patch): Live {
  const [unseen, setUnseen] = useState(0);
  const seen = useRef(new Set<string>());
  const apply = useRef(patch);
  apply.current = patch;
  const ids = pages === undefined ? [] : openIds(pages.pages, followed);
  const live = useQuery({
    ...rpcQuery("payments.live", { ...input, ids }),
    enabled: pages !== undefined,
    refetchInterval: liveMs,
    placeholderData: keepPreviousData,
    gcTime: 4 * liveMs,
  });
  const { data, isPlaceholderData } = live;
  useEffect(() => {
    for (const page of pages?.pages ?? []) for (const { id } of page.payments) seen.current.add(id);
    if (data === undefined || isPlaceholderData) return;
    setUnseen(data.newest.filter(({ id }) => !seen.current.has(id)).length);
    apply.current([...data.newest, ...data.known]);
  }, [data, isPlaceholderData, pages]);
  // In ascending order new payments come at the end, which loads by itself.
  return { unseen: input.direction === "asc" ? 0 : unseen, error: live.error };
}
