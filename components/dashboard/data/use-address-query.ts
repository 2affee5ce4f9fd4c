"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { startTransition, useCallback, useMemo, useOptimistic } from "react";

/**
 * The query of the address, and how to replace it ("?…", or "" for none) without asking the server for the page again.
 * Next takes an address over in a transition, which may come late on a busy phone: until then the query is what was
 * asked for, so that a box is ticked when it is pressed and two quick changes both count.
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
