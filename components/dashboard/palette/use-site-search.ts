"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { dashboardEntries, type ListedEntry } from "#components/dashboard/palette/entries.ts";
import { isGranted, type Role } from "#lib/core/roles.ts";
import { createSearch, type SearchEntry, type SearchHit } from "#lib/core/search/create-search.ts";

/** The entries of the docs, which change only with the software. Without them, the dashboard's own are found. */
const docsQuery = {
  queryKey: ["docs", "entries"],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const response = await fetch("/docs/search-entries.json", { signal });
    if (!response.ok) throw new Error(`the entries of the docs answered ${response.status}`);
    return ((await response.json()) as { entries: SearchEntry[] }).entries;
  },
  staleTime: Number.POSITIVE_INFINITY,
};

/**
 * Searches the pages and actions that the role may see, and the docs, as {@link createSearch} does. Runs in
 * the browser, so that no key waits for the network.
 * @param commands entries of the page's own.
 */
export function useSiteSearch(role: Role, commands: readonly ListedEntry[], query: string): readonly SearchHit[] {
  const { data: docs } = useQuery(docsQuery);
  const entries = useMemo(
    () => [...dashboardEntries.filter(({ right }) => isGranted(role, right)), ...commands],
    [role, commands],
  );
  const search = useMemo(() => createSearch([...entries, ...(docs ?? [])], "dashboard"), [entries, docs]);
  if (query !== "") return search(query);
  return entries.filter(({ isListed }) => isListed);
}
