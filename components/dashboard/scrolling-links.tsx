"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useLayoutEffect, useRef } from "react";

/**
 * A list of links that scrolls sideways where it is wider than the window. It fades at each end that hides links,
 * and the current page's link is scrolled to its middle.
 */
export function ScrollingLinks({ className, children }: { className: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  const pathname = usePathname();
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const mark = () => {
      element.dataset.more = hiddenEnds(element).join(" ");
    };
    element.addEventListener("scroll", mark, { passive: true });
    const sizes = new ResizeObserver(mark);
    for (const each of [element, ...element.children]) sizes.observe(each);
    return () => {
      element.removeEventListener("scroll", mark);
      sizes.disconnect();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page makes another link the current one.
  useLayoutEffect(() => {
    const current = list.current?.querySelector("[aria-current=page]")?.getBoundingClientRect();
    if (!list.current || !current) return;
    const box = list.current.getBoundingClientRect();
    list.current.scrollLeft += current.left + current.width / 2 - (box.left + box.width / 2);
  }, [pathname]);
  return (
    <ul
      ref={list}
      className={`flex overflow-x-auto data-[more~=end]:mask-r-from-[calc(100%-3rem)] data-[more~=start]:mask-l-from-[calc(100%-3rem)] ${className}`}
    >
      {children}
    </ul>
  );
}

/** The ends beyond which there are more links. A fraction of a pixel is a rounding of the browser's. */
function hiddenEnds({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): ("start" | "end")[] {
  return [
    ...(scrollLeft >= 1 ? (["start"] as const) : []),
    ...(scrollWidth - clientWidth - scrollLeft >= 1 ? (["end"] as const) : []),
  ];
}
