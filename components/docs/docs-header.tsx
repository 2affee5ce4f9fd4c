import type { ReactNode } from "react";
import { docsHref } from "#components/docs/contents.tsx";
import { DocsSearch } from "#components/docs/docs-search.tsx";
import { Wordmark } from "#components/ui/wordmark.tsx";

type DocsHeaderProps = {
  version: string;
  versions: readonly string[];
  page: "docs" | "reference" | "errors";
  /** The reference page that the version links lead to. */
  current?: string;
};

/** The header of the docs: their parts, the search, and the versions of the reference. */
export function DocsHeader({ version, versions, page, current = "" }: DocsHeaderProps) {
  return (
    <header className="border-b border-line bg-surface">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:rounded-lg focus:bg-surface focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-8 gap-y-2 px-4 py-2 sm:px-8">
        <a href="/" className="flex min-h-11 items-center text-lg">
          <Wordmark />
        </a>
        <nav aria-label="Pages" className="flex gap-x-1">
          <Tab href={docsHref("", version)} isCurrent={page !== "errors"}>
            Docs
          </Tab>
          <Tab href="/docs/errors" isCurrent={page === "errors"}>
            Errors
          </Tab>
          <Tab href="/dashboard" isCurrent={false}>
            Dashboard
          </Tab>
        </nav>
        <div className="w-full sm:ml-auto sm:w-auto">
          <DocsSearch />
        </div>
        {page === "reference" && (
          <nav aria-label="Versions" className="flex flex-wrap gap-x-1">
            {versions.map((each) => (
              <Tab key={each} href={docsHref(current, each)} isCurrent={each === version}>
                <span className="tabular-nums">{each}</span>
              </Tab>
            ))}
          </nav>
        )}
      </div>
    </header>
  );
}

function Tab({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: ReactNode }) {
  const look = isCurrent ? "bg-accent-wash font-medium text-accent" : "text-ink-muted hover:bg-sunken hover:text-ink";
  return (
    <a
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={`flex min-h-10 items-center rounded-lg px-3 text-sm pointer-coarse:min-h-11 ${look}`}
    >
      {children}
    </a>
  );
}
