"use client";

import { useEffect, useRef } from "react";

/** Scrolls the navigation around it, and nothing else, to the link of the current page. */
export function ShowCurrent() {
  const root = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const nav = root.current?.closest("nav");
    const link = nav?.querySelector('[aria-current="page"]');
    if (!nav || !link) return;
    const { top, height } = nav.getBoundingClientRect();
    const below = link.getBoundingClientRect().bottom - top - height;
    if (below > 0) nav.scrollTop = below + height / 2;
  }, []);
  return <span ref={root} hidden />;
}
