type ScrolledTextProps = { label: string; className: string; isWrapped?: boolean; children: string };

/** Preformatted text in a box that scrolls, by keyboard too. Nothing in it becomes a link or markup. */
export function ScrolledText({ label, className, isWrapped = false, children }: ScrolledTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={`overflow-auto bg-sunken -outline-offset-2 ${className}`}>
      <pre
        className={`px-4 py-3 font-mono text-[0.8125rem] leading-relaxed ${isWrapped ? "break-all whitespace-pre-wrap" : "w-max min-w-full"}`}
      >
        {children}
      </pre>
    </section>
  );
}
