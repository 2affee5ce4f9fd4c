import { usePathname } from "next/navigation";
import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns the ref of a list of links that scrolls sideways. The current page's link is scrolled to its middle. */
export function useCurrentInView(): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page makes another link the current one.
  useLayoutEffect(() => {
    const current = list.current?.querySelector("[aria-current=page]")?.getBoundingClientRect();
    if (!list.current || !current) return;
    const box = list.current.getBoundingClientRect();
    list.current.scrollLeft += current.left + current.width / 2 - (box.left + box.width / 2);
  }, [pathname]);
  return list;
}
