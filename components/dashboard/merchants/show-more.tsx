"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { ActionButton } from "#components/ui/action-button.tsx";

/** Below a list that goes on: asks for more when it comes into sight, or by its button. */
export function ShowMore({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent((isSeen: boolean) => {
    if (isSeen && !isBusy) onMore();
  });
  // Observed anew after each page: an end that stays in sight is told of once only.
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
