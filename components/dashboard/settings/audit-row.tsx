import { type AuditEntry, actionWords, actorWords, changesOf } from "#components/dashboard/settings/audit-words.ts";
import { When } from "#components/dashboard/when.tsx";

/** One change as a sentence, with the changed fields on demand. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  return (
    <li className="px-5 py-3 text-sm">
      <details>
        <summary className="cursor-pointer py-1 marker:text-ink-muted">
          <span className="inline-flex w-[calc(100%-1.5rem)] flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 align-top">
            <span className="min-w-0 break-words">
              <span className="font-medium">{actorWords(entry)}</span> {actionWords(entry)}
            </span>
            <When at={entry.at} precision="second" isBare className="text-ink-muted" />
          </span>
        </summary>
        <div className="mt-2 space-y-3 pb-1 pl-4">
          {changes.length > 0 && (
            <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
              {changes.map(({ field, name, before, after }) => (
                <div key={field} className="contents">
                  <dt className="text-ink-muted">{name}</dt>
                  <dd className="min-w-0 space-x-2 break-words">
                    {before !== null && (
                      <del className="text-ink-muted">
                        <span className="sr-only">before: </span>
                        <bdi>{before}</bdi>
                      </del>
                    )}
                    {after !== null && (
                      <ins className="no-underline">
                        <span className="sr-only">after: </span>
                        <bdi>{after}</bdi>
                      </ins>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          )}
          <p className="text-ink-muted">
            <code className="break-all">{entry.subjectId}</code>
            {entry.actorId !== null && (
              <>
                {" "}
                by <code className="break-all">{entry.actorId}</code>
              </>
            )}
          </p>
        </div>
      </details>
    </li>
  );
}
