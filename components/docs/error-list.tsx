import type { ErrorDoc } from "#lib/api/schemas/reference.ts";

/** Every error code with its statuses, cause and remedy. */
export function ErrorList({ errors }: { errors: readonly ErrorDoc[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      <div
        aria-hidden="true"
        className="hidden grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,6fr)] gap-8 py-3 text-sm text-ink-muted xl:grid"
      >
        <p>Code</p>
        <p>Cause</p>
        <p>What to do</p>
      </div>
      {errors.map((error) => (
        <ErrorEntry key={error.code} error={error} />
      ))}
    </div>
  );
}

function ErrorEntry({ error: { code, statuses, cause, remedy } }: { error: ErrorDoc }) {
  return (
    <section
      id={code}
      aria-labelledby={`${code}-title`}
      className="grid scroll-mt-4 grid-cols-1 gap-x-8 gap-y-3 py-5 target:bg-accent-wash xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,6fr)]"
    >
      <div className="space-y-1.5">
        <h2 id={`${code}-title`} className="font-mono text-[0.9375rem] font-semibold break-all">
          <a href={`#${code}`} className="hover:text-accent">
            {code}
          </a>
        </h2>
        <dl className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-y-1 text-sm">
          {statuses.map(({ status, meaning }) => (
            <div key={status} className="contents">
              <dt className="font-medium text-accent tabular-nums">{status}</dt>
              <dd className="text-ink-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h3 className="text-sm text-ink-muted xl:sr-only">Cause</h3>
        <p className="text-[0.9375rem] text-pretty">{cause}</p>
      </div>
      <div>
        <h3 className="text-sm text-ink-muted xl:sr-only">What to do</h3>
        <p className="text-[0.9375rem] text-pretty">{remedy}</p>
      </div>
    </section>
  );
}
