import type { ReactNode } from "react";

/** The empty state of a list: what will appear here, and the next step. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-xl border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="mx-auto mt-2 max-w-prose space-y-4 text-ink-muted">{children}</div>}
    </div>
  );
}
