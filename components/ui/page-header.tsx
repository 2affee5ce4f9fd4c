import type { ReactNode } from "react";

type PageHeaderProps = { title: ReactNode; about?: ReactNode; children?: ReactNode };

/** A page's title, description and actions. */
export function PageHeader({ title, about, children }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className={`min-w-0 space-y-1 ${about === undefined ? "" : "grow basis-72"}`}>
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        {about !== undefined && <p className="max-w-prose text-pretty wrap-anywhere text-ink-muted">{about}</p>}
      </div>
      {children !== undefined && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
