import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";

/** A list of {@link FigureItem}s: a name, a {@link FigureRow} of four, and a link. On a wide window, they share their columns. */
export function FigureList({ children }: { children: ReactNode }) {
  // Relative: the links' texts for screen readers are absolute, and would widen the page instead of the list.
  return (
    <ul className="divide-y divide-line xl:grid xl:grid-cols-[minmax(9rem,1fr)_repeat(4,auto)_auto] xl:relative xl:gap-x-6 xl:overflow-x-auto">
      {children}
    </ul>
  );
}

export function FigureItem({ children }: { children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-3 text-sm first:pt-0 last:pb-0 xl:col-span-full xl:grid xl:grid-cols-subgrid">
      {children}
    </li>
  );
}

/**
 * Names and figures in a row, two abreast on a phone. There, a figure that is too wide for its column takes a
 * line of its own.
 */
export function FigureRow({ children }: { children: ReactNode }) {
  return (
    <dl className="flex grow flex-wrap gap-x-6 gap-y-2 *:min-w-fit *:grow *:basis-[calc(50%-0.75rem)] sm:*:basis-0 xl:col-span-4 xl:grid xl:grid-cols-subgrid">
      {children}
    </dl>
  );
}

/** The link at the end of a {@link FigureItem}. On a narrow window, it takes a line of its own. */
export function FigureLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-9 items-center text-accent underline-offset-4 hover:underline whitespace-nowrap max-xl:basis-full xl:justify-end"
    >
      {children}
    </Link>
  );
}
