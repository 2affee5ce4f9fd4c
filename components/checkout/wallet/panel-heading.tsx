import { type ReactNode, useEffect, useRef } from "react";

/** The heading of a new panel. It takes the focus, so that keyboards and screen readers continue from here. */
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
