import type { ReactNode } from "react";
import { FigureLabel } from "#components/dashboard/figure-label.tsx";
import type { Difference } from "#components/dashboard/overview/compare.ts";
import { Sparkline } from "#components/dashboard/overview/sparkline.tsx";

const directions = {
  up: { arrow: "↑", spoken: "Up " },
  down: { arrow: "↓", spoken: "Down " },
  same: { arrow: "→", spoken: "" },
} as const;

type FigureCardProps = {
  label: string;
  figure: ReactNode;
  difference?: Difference;
  /** The page with the items behind the figure. The whole card leads there. */
  href?: string;
  /** The figure at each step of the period; null at a step without one. */
  course?: readonly (number | null)[];
  children?: ReactNode;
};

/** One figure of a period, its course, and its change since the previous period, with an arrow. */
export function FigureCard({ label, figure, difference, href, course, children }: FigureCardProps) {
  return (
    <div
      className={`relative flex max-w-full grow flex-col basis-full gap-1 px-5 py-4 outline-1 outline-line sm:basis-2/5 xl:basis-[30%] ${href === undefined ? "" : "hover:bg-sunken"}`}
    >
      <FigureLabel label={label} href={href} />
      <dd className="flex grow flex-col gap-1">
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
        {course !== undefined && <Sparkline values={course} />}
      </dd>
    </div>
  );
}
