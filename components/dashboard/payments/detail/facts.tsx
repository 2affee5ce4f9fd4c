import { type ReactNode, useId } from "react";

/** A titled section of a page. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container rounded-xl border border-line bg-surface">
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-4 py-2.5">
        <h2 id={id} className="font-medium">
          {title}
        </h2>
        {aside !== undefined && <p className="text-sm text-ink-muted">{aside}</p>}
      </div>
      <div className="p-4">{children}</div>
    </section>
  );
}

/** A list of names and values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="space-y-2 text-sm">{children}</dl>;
}

/** One of {@link Facts}. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid items-baseline gap-x-4 @min-[20rem]:grid-cols-[7rem_minmax(0,1fr)] @md:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-h-6">{children}</dd>
    </div>
  );
}
