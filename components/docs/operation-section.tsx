import type { ReactNode } from "react";
import { BreakablePath } from "#components/docs/breakable-path.tsx";
import { CodeBlock } from "#components/docs/code-block.tsx";
import { TryIt } from "#components/docs/console/try-it.tsx";
import { FieldList } from "#components/docs/field-list.tsx";
import { MethodTag } from "#components/docs/method-tag.tsx";
import { SampleTabs } from "#components/docs/sample-tabs.tsx";
import type { OperationDoc } from "#lib/api/schemas/reference.ts";

type OperationSectionProps = { operation: OperationDoc; version: string; objectsHref: string };

/** One operation: its purpose, parameters, response and errors, with an example next to it. */
export function OperationSection({ operation, version, objectsHref }: OperationSectionProps) {
  const { id, summary, description, isDeprecated, body, response, examples } = operation;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-0 border-t border-line pt-8 pb-12">
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
        <div className="min-w-0 space-y-7">
          <header className="space-y-3">
            <h2 id={`${id}-title`} className="text-xl leading-snug font-semibold tracking-tight text-balance">
              <a href={`#${id}`} className="hover:text-accent">
                {summary}
              </a>
              {isDeprecated && (
                <>
                  {" "}
                  <span className="text-sm font-medium text-critical">deprecated</span>
                </>
              )}
            </h2>
            <Address operation={operation} />
            {description !== "" && <p className="max-w-prose break-words text-pretty">{description}</p>}
            <Access operation={operation} />
          </header>
          <Part title="Path" fields={operation.params} />
          <Part title="Query" fields={operation.query} />
          {body !== null && (
            <Part title={body.isRequired ? "Body" : "Body (optional)"} fields={body.fields} empty="An empty object." />
          )}
          <Part title="Headers" fields={operation.headers} isFolded />
          <section className="space-y-3">
            <h3 className="font-semibold">
              Response <span className="font-normal text-ink-muted tabular-nums">{response.status}</span>
            </h3>
            <FieldList fields={response.fields} side="answer" objectsHref={objectsHref} />
          </section>
          <Errors operation={operation} />
        </div>
        <div className="min-w-0 space-y-6">
          {examples.map(({ name, samples, response: answer }, index) => (
            <Exchange key={name} name={name} isFirst={index === 0}>
              <SampleTabs
                id={`${id}-${index}`}
                title={`Request: ${name}`}
                samples={index === 0 ? samples : samples.slice(0, 1)}
              />
              <CodeBlock title={`Response: ${response.status}`} code={answer} canCopy />
            </Exchange>
          ))}
          <TryIt operationId={id} summary={summary} version={version} />
        </div>
      </div>
    </section>
  );
}

function Address({ operation: { method, path } }: { operation: OperationDoc }) {
  return (
    <p className="flex items-baseline gap-3 rounded-lg border border-line bg-surface px-4 py-2.5 text-sm">
      <MethodTag method={method} />
      <code className="min-w-0 font-mono break-words">
        <BreakablePath path={path} />
      </code>
    </p>
  );
}

/** The accepted credentials and the required permission. */
function Access({ operation: { credentials, permission } }: { operation: OperationDoc }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm">
      <div className="flex gap-2">
        <dt className="text-ink-muted">Authentication</dt>
        <dd>{credentialWords(credentials)}</dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-ink-muted">Permission</dt>
        <dd>
          <code className="font-mono">{permission}</code>
        </dd>
      </div>
    </dl>
  );
}

/** The sufficient credentials, then the optional ones. */
function credentialWords(credentials: OperationDoc["credentials"]): string {
  const isMore = (names: string[], than: string[]) =>
    names.length > than.length && than.every((one) => names.includes(one));
  const enough = credentials.filter((names) => !credentials.some((other) => isMore(names, other)));
  const more = new Set(credentials.flat().filter((name) => !enough.flat().includes(name)));
  const extra = more.size === 0 ? "" : `; ${[...more].join(" and ")} optional`;
  return enough.map((names) => names.join(" and ")).join(" or ") + extra;
}

type PartProps = { title: string; fields: OperationDoc["params"]; isFolded?: boolean; empty?: string };

function Part({ title, fields, isFolded = false, empty }: PartProps) {
  if (fields.length === 0) {
    if (empty === undefined) return null;
    return (
      <section className="space-y-3">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-ink-muted">{empty}</p>
      </section>
    );
  }
  const list = <FieldList fields={fields} side="request" objectsHref="" />;
  if (isFolded && fields.every(({ isRequired }) => !isRequired)) {
    return (
      <details className="space-y-3">
        <summary className="w-fit cursor-pointer rounded py-1 font-semibold hover:text-accent pointer-coarse:py-2.5">
          {title}
          <span className="font-normal text-ink-muted">, all optional</span>
        </summary>
        {list}
      </details>
    );
  }
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">{title}</h3>
      {list}
    </section>
  );
}

function Errors({ operation: { errors } }: { operation: OperationDoc }) {
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">Errors</h3>
      <dl className="grid grid-cols-[3rem_minmax(0,1fr)] gap-y-1.5 text-sm">
        {errors.map(({ status, codes }) => (
          <div key={status} className="contents">
            <dt className="text-ink-muted tabular-nums">{status}</dt>
            <dd className="flex flex-wrap gap-x-4 gap-y-1">
              {codes.map((code) => (
                <a
                  key={code}
                  href={`/docs/errors#${code}`}
                  className="font-mono break-all text-accent hover:text-accent-strong hover:underline pointer-coarse:py-3"
                >
                  {code}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Exchange({ name, isFirst, children }: { name: string; isFirst: boolean; children: ReactNode }) {
  if (isFirst) return <div className="space-y-4">{children}</div>;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded py-1 text-sm text-accent pointer-coarse:py-3 hover:text-accent-strong">
        {name}
      </summary>
      <div className="mt-3 space-y-4">{children}</div>
    </details>
  );
}
