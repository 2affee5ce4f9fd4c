import { BreakablePath } from "#components/docs/breakable-path.tsx";
import { docsHref } from "#components/docs/contents.tsx";
import { MethodTag } from "#components/docs/method-tag.tsx";
import type { GroupDoc } from "#lib/api/schemas/reference.ts";

/** Every operation with its summary, by group. */
export function OperationIndex({ groups, version }: { groups: readonly GroupDoc[]; version: string }) {
  return (
    <div className="space-y-10 border-t border-line pt-8">
      {groups.map(({ id, name, description, operations }) => (
        <section key={id} aria-labelledby={`${id}-title`} className="space-y-3">
          <h2 id={`${id}-title`} className="text-xl font-semibold tracking-tight">
            <a href={docsHref(id, version)} className="hover:text-accent">
              {name}
            </a>
          </h2>
          <p className="max-w-prose text-pretty text-ink-muted">{description}</p>
          <ul className="divide-y divide-line border-y border-line">
            {operations.map(({ id: operationId, method, path, summary, isDeprecated }) => (
              <li key={operationId}>
                <a
                  href={`${docsHref(id, version)}#${operationId}`}
                  className="grid gap-x-6 gap-y-0.5 py-2.5 hover:text-accent md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
                >
                  <span className="flex items-baseline gap-2 text-sm">
                    <MethodTag method={method} className="w-16" />
                    <code className="min-w-0 font-mono break-words">
                      <BreakablePath path={path} />
                    </code>
                  </span>
                  <span className="text-[0.9375rem]">
                    {summary}
                    {isDeprecated && (
                      <>
                        {" "}
                        <span className="text-sm text-critical">deprecated</span>
                      </>
                    )}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
