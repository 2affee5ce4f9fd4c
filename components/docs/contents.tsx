import type { ReactNode } from "react";
import { MethodTag } from "#components/docs/method-tag.tsx";
import type { GroupDoc } from "#lib/api/schemas/reference.ts";

export type ContentsProps = {
  groups: readonly GroupDoc[];
  version: string;
  /** The current page: a group's id, `objects`, or empty for the overview. */
  current: string;
};

/** Links to every page and operation: a sidebar on wide screens, collapsed above the page on narrow ones. */
export function Contents(props: ContentsProps) {
  return (
    <>
      <details className="rounded-lg border border-line bg-surface lg:hidden">
        <summary className="cursor-pointer px-4 py-3 font-medium">Contents</summary>
        <nav aria-label="Contents" className="border-t border-line px-2 py-4">
          <Pages {...props} />
        </nav>
      </details>
      <nav
        aria-label="Contents"
        className="sticky top-0 hidden max-h-dvh w-64 shrink-0 self-start overflow-y-auto py-8 pr-2 lg:block"
      >
        <Pages {...props} />
      </nav>
    </>
  );
}

function Pages({ groups, version, current }: ContentsProps) {
  const page = (id: string) => ({ href: docsHref(id, version), isCurrent: id === current });
  return (
    <ul className="space-y-5">
      <li>
        <PageLink {...page("")}>Overview</PageLink>
      </li>
      {groups.map(({ id, name, operations }) => (
        <li key={id}>
          <PageLink {...page(id)}>{name}</PageLink>
          <ul>
            {operations.map(({ id: operationId, method, summary }) => (
              <li key={operationId}>
                <a
                  href={`${docsHref(id, version)}#${operationId}`}
                  className="flex gap-1 rounded-md px-2 py-1.5 text-ink-muted hover:bg-sunken hover:text-ink lg:py-1"
                >
                  <MethodTag method={method} className="w-12 text-[0.6875rem] leading-5" />
                  <span className="min-w-0 text-sm leading-5 text-pretty">{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <PageLink {...page("objects")}>Objects</PageLink>
      </li>
    </ul>
  );
}

function PageLink({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: ReactNode }) {
  const look = isCurrent ? "text-accent" : "hover:text-accent";
  return (
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={`block rounded-md px-2 py-1 text-sm font-semibold ${look}`}
    >
      {children}
    </a>
  );
}

/** The URL of a reference page. */
export function docsHref(page: string, version: string): string {
  return `/docs${page === "" ? "" : `/${page}`}?version=${version}`;
}
