import type { ReactNode } from "react";

type ScrollAreaProps = {
  /** The name that screen readers say. */
  label: string;
  /** A sample's language, for the styles that show one of several. */
  language?: string;
  className: string;
  children: ReactNode;
};

/** An area that scrolls, by keyboard too. It is no landmark: a page has hundreds of them. */
export function ScrollArea({ label, language, className, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach the area to scroll it
      tabIndex={0}
      data-language={language}
      className={`${className} -outline-offset-2`}
    >
      {children}
    </div>
  );
}
