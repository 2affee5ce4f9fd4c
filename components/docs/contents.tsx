import type { ReactNode } from "react";
import { ShowCurrent } from "#components/docs/show-current.tsx";
import type { GroupDoc } from "#lib/api/schemas/reference.ts";

/** A guide in the navigation. */
type GuideLink = { id: string; title: string };

export type ContentsProps = {
  guides: readonly GuideLink[];
  groups: readonly GroupDoc[];
  version: string;
  /** The current page: a group's id, `objects`, `changelog`, `guides/` and a guide's id, or empty for the overview. */
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
        <ShowCurrent />
        <Pages {...props} />
      </nav>
    </>
  );
}

function Pages({ guides, groups, version, current }: ContentsProps) {
  const page = (id: string) => ({ href: docsHref(id, version), isCurrent: id === current });
  return (
    <ul className="space-y-5">
      <li>
        <PageLink {...page("")}>Overview</PageLink>
      </li>
      <li>
        <p className="px-2 py-1 text-sm font-semibold">Guides</p>
        <ul>
          {guides.map(({ id, title }) => (
            <li key={id}>
              <ContentsLink href={`/docs/guides/${id}`} isCurrent={current === `guides/${id}`}>
                {title}
              </ContentsLink>
            </li>
          ))}
        </ul>
      </li>
      {groups.map(({ id, name, operations }) => (
        <li key={id}>
          <PageLink {...page(id)}>{name}</PageLink>
          <ul>
            {operations
              .filter(({ isDeprecated }) => !isDeprecated)
              .map(({ id: operationId, summary }) => (
                <li key={operationId}>
                  <ContentsLink href={`${docsHref(id, version)}#${operationId}`} isCurrent={false}>
                    {summary}
                  </ContentsLink>
                </li>
              ))}
          </ul>
        </li>
      ))}
      <li>
        <PageLink {...page("objects")}>Objects</PageLink>
        <PageLink href="/docs/errors" isCurrent={current === "errors"}>
          Errors
        </PageLink>
        <PageLink href="/docs/changelog" isCurrent={current === "changelog"}>
          Changelog
        </PageLink>
      </li>
      <li>
        <p className="px-2 py-1 text-sm font-semibold">Downloads</p>
        <ContentsLink href={`/openapi.json?version=${version}`} isCurrent={false}>
          OpenAPI document
        </ContentsLink>
        <ContentsLink href={`/docs/postman.json?version=${version}`} isCurrent={false} download>
          Postman collection
        </ContentsLink>
        <ContentsLink href="/docs/till-sdk.tgz" isCurrent={false} download>
          TypeScript client
        </ContentsLink>
      </li>
    </ul>
  );
}

type ContentsLinkProps = { href: string; isCurrent: boolean; download?: boolean; children: ReactNode };

function ContentsLink({ href, isCurrent, download, children }: ContentsLinkProps) {
  const look = isCurrent ? "bg-accent-wash font-medium text-accent" : "text-ink-muted hover:bg-sunken hover:text-ink";
  return (
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      download={download}
      className={`flex items-center rounded-md px-2 py-1 text-sm leading-5 text-pretty pointer-coarse:min-h-11 ${look}`}
    >
      {children}
    </a>
  );
}

function PageLink({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: ReactNode }) {
  const look = isCurrent ? "text-accent" : "hover:text-accent";
  return (
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={`flex items-center rounded-md px-2 py-1 text-sm font-semibold pointer-coarse:min-h-11 ${look}`}
    >
      {children}
    </a>
  );
}

/** The URL of a reference page. */
export function docsHref(page: string, version: string): string {
  return `/docs${page === "" ? "" : `/${page}`}?version=${version}`;
}
