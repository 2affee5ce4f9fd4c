"use client";

import { useCallback, useMemo } from "react";
import { useAddressQuery } from "#components/dashboard/data/use-address-query.ts";

/** Reads a filter from a URL's query, and writes it as one ("?…", or "" without fields). Both are constant. */
type Address<Filter> = { read: (query: URLSearchParams) => Filter; write: (filter: Filter) => string };

/** Returns the filter in the URL, the query that it is written as, and a function that changes some of its fields. */
export function useAddressFilter<Filter extends object>({ read, write }: Address<Filter>) {
  const [query, replaceQuery] = useAddressQuery();
  const filter = useMemo(() => read(query), [read, query]);
  const change = useCallback(
    (changed: Partial<Filter>) => replaceQuery(write({ ...filter, ...changed })),
    [write, filter, replaceQuery],
  );
  return { filter, address: write(filter), change, clear: useCallback(() => replaceQuery(""), [replaceQuery]) };
}
