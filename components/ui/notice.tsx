import type { ReactNode } from "react";

/** A page with a single message. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="w-full max-w-md space-y-3 rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8">
      <h1 className="text-xl leading-tight font-semibold tracking-tight text-balance">{title}</h1>
      <div className="space-y-3 text-pretty text-ink-muted">{children}</div>
    </div>
  );
}
