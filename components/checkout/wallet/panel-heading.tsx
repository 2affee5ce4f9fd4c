import { type ReactNode, useEffect, useRef } from "react";

/** The heading of what has just come up: keyboards and screen readers go on from here. */
export function PanelHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      className="text-xl leading-tight font-semibold tracking-tight text-balance outline-none"
    >
      {children}
    </h2>
  );
}
