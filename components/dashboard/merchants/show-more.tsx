"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Problem } from "#components/ui/problem.tsx";

type ListEndProps = {
  /** The infinite query whose rows the list shows. */
  of: Pick<UseInfiniteQueryResult, "error" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
};

/** The end of a list in a card: what went wrong, and the way to more rows. */
export function ListEnd({ of: { error, hasNextPage, isFetchingNextPage, fetchNextPage } }: ListEndProps) {
  return (
    <>
      {error !== null && <Problem>{error.message}</Problem>}
      {hasNextPage && (
        <div className="pt-4">
          <ShowMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
        </div>
      )}
    </>
  );
}

/** The end of a list with more pages: loads the next one when scrolled into view or clicked. */
export function ShowMore({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent((isSeen: boolean) => {
    if (isSeen && !isBusy) onMore();
  });
  // Observes again after each page, because an end that stays in view is reported only once.
  useEffect(() => {
    if (isBusy || end.current === null) return;
    const observer = new IntersectionObserver(([entry]) => reach(entry?.isIntersecting === true), {
      rootMargin: "400px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div ref={end} className="flex justify-center">
      <ActionButton isBusy={isBusy} onClick={onMore}>
        Show more
      </ActionButton>
    </div>
  );
}
