import type { ReactNode } from "react";
import { BreakablePath } from "#components/docs/breakable-path.tsx";
import { MethodTag } from "#components/docs/method-tag.tsx";
import type { GroupDoc, ObjectDoc } from "#lib/api/schemas/reference.ts";

export type Chapter = { id: string; name: string };
type ContentsProps = { chapters: readonly Chapter[]; groups: readonly GroupDoc[]; objects: readonly ObjectDoc[] };

/** Everything on the page: beside it where there is room, folded above it where there is none. */
export function Contents(props: ContentsProps) {
  return (
    <>
      <details className="rounded-lg border border-line bg-surface lg:hidden">
        <summary className="cursor-pointer px-4 py-3 font-medium">Contents</summary>
        <nav aria-label="Contents" className="border-t border-line px-4 py-4">
          <Links {...props} />
        </nav>
      </details>
      <nav
        aria-label="Contents"
        className="sticky top-0 hidden max-h-dvh w-64 shrink-0 self-start overflow-y-auto py-8 pr-2 lg:block"
      >
        <Links {...props} />
      </nav>
    </>
  );
}

function Links({ chapters, groups, objects }: ContentsProps) {
  return (
    <div className="space-y-6">
      <ul>
        {chapters.map(({ id, name }) => (
          <li key={id}>
            <Link id={id}>{name}</Link>
          </li>
        ))}
      </ul>
      {groups.map(({ id, name, operations }) => (
        <div key={id}>
          <Heading id={id}>{name}</Heading>
          <ul>
            {operations.map(({ id: operationId, method, path }) => (
              <li key={operationId}>
                <Link id={operationId}>
                  <MethodTag method={method} className="w-12 text-[0.6875rem] leading-5" />
                  <span className="min-w-0 font-mono text-xs leading-5 break-words">
                    <BreakablePath path={shortPath(path)} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div>
        <Heading id="objects">Objects</Heading>
        <ul>
          {objects.map(({ name }) => (
            <li key={name}>
              <Link id={name}>{name}</Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Heading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="px-2 pb-1 text-sm font-semibold">
      <a href={`#${id}`} className="hover:text-accent">
        {children}
      </a>
    </p>
  );
}

function Link({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a
      href={`#${id}`}
      className="flex gap-1 rounded-md px-2 py-1.5 text-sm text-ink-muted hover:bg-sunken hover:text-ink lg:py-1"
    >
      {children}
    </a>
  );
}

/** All paths begin alike. */
function shortPath(path: string): string {
  return path.replace(/^\/v1\/gateway\/payment|^\/v1/, "");
}
