"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { startTransition, useCallback, useMemo, useOptimistic } from "react";

/**
 * Returns the URL's query and a function that replaces it ("?…", or "" for none) without a request for the page. Next
 * applies a new URL in a transition, which can be late on a busy phone. Until then the query is the optimistic one, so
 * that a checkbox reacts at once and two quick changes both count.
 */
export function useAddressQuery(): [params: URLSearchParams, replace: (query: string) => void] {
  const pathname = usePathname();
  const [query, setQuery] = useOptimistic(useSearchParams().toString());
  const replace = useCallback(
    (next: string) =>
      startTransition(() => {
        setQuery(new URLSearchParams(next).toString());
        history.replaceState(null, "", `${pathname}${next}`);
      }),
    [pathname, setQuery],
  );
  return [useMemo(() => new URLSearchParams(query), [query]), replace];
}
