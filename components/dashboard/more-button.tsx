"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";

/** An infinite query, as far as its pages go. */
export type Pages = Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;

/**
 * The button for the next page of a list. After the last page it stays as the end of the list until the focus
 * leaves it, because a browser moves the focus of an element that is removed to the top of the page.
 */
export function MoreButton({ query, children }: { query: Pages; children: string }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [isFocused, setFocused] = useState(false);
  if (!hasNextPage && !isFocused) return null;
  return (
    <ActionButton
      look={hasNextPage ? "plain" : "quiet"}
      isBusy={isFetchingNextPage}
      aria-disabled={!hasNextPage || isFetchingNextPage}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={() => hasNextPage && void fetchNextPage()}
    >
      {hasNextPage ? children : "End of list"}
    </ActionButton>
  );
}
