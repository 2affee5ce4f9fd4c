import type { ReactNode } from "react";
import { Contents, type ContentsProps } from "#components/docs/contents.tsx";
import { DocsHeader } from "#components/docs/docs-header.tsx";

type ReferencePageProps = ContentsProps & {
  /** Whether the page is the same in every version. */
  isVersionless?: boolean;
  versions: readonly string[];
  title: string;
  description: string;
  children: ReactNode;
};

/** A page of the docs with the navigation to all others. */
export function ReferencePage({
  versions,
  isVersionless = false,
  title,
  description,
  children,
  ...contents
}: ReferencePageProps) {
  const { version, current } = contents;
  const versionless = current === "errors" ? "errors" : "docs";
  const page = isVersionless ? versionless : "reference";
  return (
    <>
      <DocsHeader version={version} versions={versions} page={page} current={current} />
      <div className="mx-auto flex w-full max-w-[90rem] grow flex-col gap-x-10 px-4 pt-4 sm:px-8 lg:flex-row lg:pt-0">
        <Contents {...contents} />
        <main id="content" className="min-w-0 grow pt-8 pb-16">
          <div className="space-y-2 pb-8">
            <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
            <p className="max-w-prose text-pretty text-ink-muted">{description}</p>
          </div>
          {children}
        </main>
      </div>
    </>
  );
}
