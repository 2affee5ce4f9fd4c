"use client";

import { type ReactNode, useState } from "react";
import { ChevronIcon } from "#components/ui/icons.tsx";

type TicketProps = {
  /** Above everything else; null for none. */
  band?: ReactNode;
  summary: ReactNode;
  /** The name of the button that unfolds the summary, which is one line on a phone; null for one that is always whole. */
  unfoldLabel?: string | null;
  /** The latest news for screen readers; empty for none. */
  announcement: string;
  children: ReactNode;
};

/** A payment or refund as a ticket: the summary on one part, and the status and what can be done on the other. */
export function Ticket({ band = null, summary, unfoldLabel = null, announcement, children }: TicketProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isFoldable = unfoldLabel !== null;
  return (
    <article
      data-line={isFoldable && !isUnfolded ? "" : undefined}
      data-unfolded={isFoldable && isUnfolded ? "" : undefined}
      className="group/ticket grid w-full max-w-md grid-cols-1 break-words overflow-clip rounded-2xl border border-line bg-surface shadow-card lg:min-h-[30rem] lg:max-w-4xl lg:grid-cols-[5fr_6fr] print:block print:shadow-none"
    >
      {band}
      <section className="tear relative min-w-0 bg-sunken p-5 sm:p-8 lg:p-10 line:py-3 print:before:hidden print:after:hidden">
        <div className="flex flex-col gap-5 lg:sticky lg:top-10 lg:min-h-[25rem] lg:gap-6 line:grid line:grid-cols-[auto_minmax(0,1fr)_auto_auto] line:items-center line:gap-x-3 line:gap-y-0 print:min-h-0">
          {isFoldable && (
            <button
              type="button"
              aria-expanded={isUnfolded}
              onClick={() => setUnfolded(!isUnfolded)}
              className="absolute end-3 top-4 hidden size-11 place-items-center rounded-lg text-ink-muted hover:text-ink foldable:grid line:static line:col-start-4 line:row-span-2 line:row-start-1 line:-me-3 line:after:absolute line:after:inset-0"
            >
              <span className="sr-only">{unfoldLabel}</span>
              <ChevronIcon className={`size-5 transition-transform ${isUnfolded ? "rotate-180" : ""}`} />
            </button>
          )}
          {summary}
        </div>
      </section>
      {/* Next to a long list of items, the ways to pay stay in sight, and their last row near the others. */}
      <section className="flex min-w-0 flex-col p-5 sm:p-8 lg:p-10 lg:group-has-[details[open]]/ticket:sticky lg:group-has-[details[open]]/ticket:top-0 lg:group-has-[details[open]]/ticket:min-h-[30rem] lg:group-has-[details[open]]/ticket:self-start">
        {children}
      </section>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </article>
  );
}
