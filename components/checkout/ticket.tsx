import type { ReactNode } from "react";

type TicketProps = {
  /** Above everything else; null for none. */
  band?: ReactNode;
  summary: ReactNode;
  /** The latest news for screen readers; empty for none. */
  announcement: string;
  children: ReactNode;
};

/** A payment or refund as a ticket: the summary on one part, and the status and what can be done on the other. */
export function Ticket({ band = null, summary, announcement, children }: TicketProps) {
  return (
    <article className="group/ticket grid w-full max-w-md grid-cols-1 break-words overflow-clip rounded-2xl border border-line bg-surface shadow-card lg:min-h-[30rem] lg:max-w-4xl lg:grid-cols-[5fr_6fr] print:block print:shadow-none">
      {band}
      <section className="tear relative min-w-0 bg-sunken p-5 sm:p-8 lg:p-10 print:before:hidden print:after:hidden">
        <div className="flex flex-col gap-5 lg:sticky lg:top-10 lg:min-h-[25rem] lg:gap-6 print:min-h-0">{summary}</div>
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
