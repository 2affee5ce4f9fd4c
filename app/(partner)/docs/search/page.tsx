import type { Metadata } from "next";
import { versionlessNavigation } from "#app/(partner)/docs/navigation.ts";
import { searchSite } from "#app/(partner)/docs/search-site.ts";
import { DocsHits } from "#components/docs/docs-hits.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";

export const metadata: Metadata = { title: "Search · Docs", robots: { index: false } };

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function SearchPage({ searchParams }: Props) {
  const query = [(await searchParams).q ?? ""].flat().join(" ").trim();
  const description = query === "" ? "Enter words in the search field above." : `Results for “${query}”`;
  return (
    <ReferencePage {...versionlessNavigation()} current="search" title="Search" description={description}>
      {query !== "" && (
        <div className="-mx-3 max-w-prose">
          <DocsHits hits={searchSite(query)} />
        </div>
      )}
    </ReferencePage>
  );
}
