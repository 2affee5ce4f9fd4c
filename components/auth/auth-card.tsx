import type { ReactNode } from "react";

type AuthCardProps = {
  title: string;
  about?: ReactNode;
  /** Links to other pages, below the card. */
  elsewhere?: ReactNode;
  children?: ReactNode;
};

/** A page for visitors, with a single task. */
export function AuthCard({ title, about, elsewhere, children }: AuthCardProps) {
  return (
    <>
      <div className="space-y-6 rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8">
        <div className="space-y-2">
          <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
          {about !== undefined && <p className="text-sm text-pretty wrap-anywhere text-ink-muted">{about}</p>}
        </div>
        {children}
      </div>
      {elsewhere !== undefined && <p className="text-center text-sm text-ink-muted">{elsewhere}</p>}
    </>
  );
}
