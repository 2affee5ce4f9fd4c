import { type ReactNode, useEffect, useRef } from "react";

type PanelHeadingProps = { takesFocus?: boolean; children: ReactNode };

/** The heading of a new panel. By default it takes the focus, so that keyboards and screen readers continue from here. */
export function PanelHeading({ takesFocus = true, children }: PanelHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
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
