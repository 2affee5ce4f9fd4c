import type { ReactNode } from "react";
import { CheckIcon } from "#components/ui/icons.tsx";

type ListedStep = {
  title: string;
  about: string;
  isDone: boolean;
  /** A link to do it; shown until it is done. */
  action: ReactNode;
};

type StepListProps = { title: string; steps: readonly ListedStep[]; children?: ReactNode };

/** Numbered steps under a heading, with a check mark for those that are done. @param children a line below them. */
export function StepList({ title, steps, children }: StepListProps) {
  return (
    <section aria-labelledby="steps-heading" className="rounded-xl border border-line bg-surface">
      <div className="flex items-baseline justify-between gap-4 px-5 pt-4 pb-3">
        <h2 id="steps-heading" className="font-semibold">
          {title}
        </h2>
        <p className="text-sm text-ink-muted tabular-nums">
          {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
        </p>
      </div>
      <ol>
        {steps.map(({ title: name, about, isDone, action }, index) => (
          <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3">
            <span
              className={`inline-flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-medium ${isDone ? "bg-accent text-on-accent" : "border border-line-strong"}`}
            >
              {isDone ? <CheckIcon className="size-4" /> : <span aria-hidden="true">{index + 1}</span>}
            </span>
            <span className="min-w-0 grow basis-48">
              <span className={`block font-medium ${isDone ? "text-ink-muted" : ""}`}>
                {name}
                {isDone && <span className="sr-only"> (done)</span>}
              </span>
              <span className="block text-sm text-ink-muted">{about}</span>
            </span>
            {!isDone && action}
          </li>
        ))}
      </ol>
      {children !== undefined && (
        <p className="border-t border-line px-5 py-3 text-sm text-pretty text-ink-muted">{children}</p>
      )}
    </section>
  );
}
