"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";

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
