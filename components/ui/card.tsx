import { type ReactNode, useId } from "react";

type CardProps = {
  title: ReactNode;
  about?: ReactNode;
  /** Buttons next to the title. */
  action?: ReactNode;
  /** Separates the content by a line and gives it no padding, for rows from edge to edge. */
  isSplit?: boolean;
  children?: ReactNode;
};

/** A section of a page with a heading. */
export function Card({ title, about, action, isSplit = false, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface">
      <div
        className={`flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 pt-4 ${isSplit || children === undefined ? "pb-4" : ""}`}
      >
        <div className="min-w-0 space-y-1">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {about !== undefined && <div className="max-w-prose text-sm text-pretty text-ink-muted">{about}</div>}
        </div>
        {action !== undefined && <div className="flex flex-wrap items-center gap-2">{action}</div>}
      </div>
      {children !== undefined && <div className={isSplit ? "border-t border-line" : "p-5"}>{children}</div>}
    </section>
  );
}
