"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { MoreButton, type Pages } from "#components/dashboard/more-button.tsx";
import { Problem } from "#components/ui/problem.tsx";

/** The end of a list: what went wrong, and the way to more rows. */
export function ListEnd({ query }: { query: Pages & { error: Error | null } }) {
  return (
    <>
      {query.error !== null && <Problem>{query.error.message}</Problem>}
      <ShowMore query={query} />
    </>
  );
}

/** The end of a list with more pages: loads the next one when scrolled into view or clicked. */
export function ShowMore({ query }: { query: Pages }) {
  const { hasNextPage, isFetchingNextPage: isBusy, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent((isSeen: boolean) => {
    if (isSeen && hasNextPage && !isBusy) void fetchNextPage();
  });
  // Observes again after each page, because an end that stays in view is reported only once.
  useEffect(() => {
    if (isBusy || !hasNextPage || end.current === null) return;
    const observer = new IntersectionObserver(([entry]) => reach(entry?.isIntersecting === true), {
      rootMargin: "400px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isBusy, hasNextPage]);
  return (
    <div ref={end} className="flex justify-center pt-4 empty:hidden">
      <MoreButton query={query}>Show more</MoreButton>
    </div>
  );
}
