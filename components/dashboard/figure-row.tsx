import type { ReactNode } from "react";

/** Names and figures in a row, two abreast on a phone. A figure that is too wide for its column takes a line of its own. */
export function FigureRow({ children }: { children: ReactNode }) {
  return (
    <dl className="flex grow flex-wrap gap-x-6 gap-y-2 text-sm *:min-w-fit *:grow *:basis-[calc(50%-0.75rem)] sm:*:basis-0">
      {children}
    </dl>
  );
}
