import type { ReactNode } from "react";

/** A part of a page that can be linked to. */
export function Topic({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-6 space-y-2">
      <h2 className="font-semibold">{title}</h2>
      <div className="max-w-prose space-y-2 text-[0.9375rem] leading-relaxed text-pretty">{children}</div>
    </section>
  );
}

/** A name in the text as the API writes it. */
export function C({ children }: { children: ReactNode }) {
  return <code className="font-mono text-[0.875em] font-medium break-words">{children}</code>;
}
