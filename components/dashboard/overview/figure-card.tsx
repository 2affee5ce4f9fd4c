import type { ReactNode } from "react";
import type { Difference } from "#components/dashboard/overview/compare.ts";

const directions = {
  up: { arrow: "↑", spoken: "Up " },
  down: { arrow: "↓", spoken: "Down " },
  same: { arrow: "→", spoken: "" },
} as const;

type FigureCardProps = { label: string; figure: ReactNode; difference?: Difference; children?: ReactNode };

/** One figure of a period and its change since the previous one, with an arrow. */
export function FigureCard({ label, figure, difference, children }: FigureCardProps) {
  return (
    <div className="min-w-0 space-y-1 px-5 py-4 outline-1 outline-line">
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className="space-y-1">
        <p className="text-xl wrap-anywhere font-semibold tracking-tight tabular-nums">{figure}</p>
        {difference !== undefined && (
          <p className="text-sm text-ink-muted">
            <span aria-hidden="true" className="mr-1 font-medium text-ink">
              {directions[difference.direction].arrow}
            </span>
            <span className="sr-only">{directions[difference.direction].spoken}</span>
            {difference.words}
          </p>
        )}
        {children}
      </dd>
    </div>
  );
}
