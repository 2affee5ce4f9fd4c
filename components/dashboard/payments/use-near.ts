"use client";

import { type RefObject, useEffect, useState } from "react";

/** True while an element is in the window or within reach of it; before that is known, what is said. */
export function useNear(element: RefObject<Element | null>, reachPx: number, atFirst: boolean): boolean {
  const [isNear, setNear] = useState(atFirst);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      rootMargin: `${reachPx}px 0px`,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, reachPx]);
  return isNear;
}
