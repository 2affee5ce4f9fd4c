import type { Metadata } from "next";
import { DocsHits } from "#components/docs/docs-hits.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { guides } from "#lib/api/docs/guides.ts";
import { searchDocs } from "#lib/api/docs/search-docs.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

export const metadata: Metadata = { title: "Search · Docs", robots: { index: false } };

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function SearchPage({ searchParams }: Props) {
  const query = [(await searchParams).q ?? ""].flat().join(" ").trim();
  const { groups } = reference(newestStable);
  const page = { groups, version: newestStable, versions: serviceVersions, guides: guides(), isVersionless: true };
  const description = query === "" ? "Enter words in the search field above." : `Results for “${query}”`;
  return (
    <ReferencePage {...page} current="search" title="Search" description={description}>
      {query !== "" && (
        <div className="-mx-3 max-w-prose">
          <DocsHits hits={searchDocs(query)} />
        </div>
      )}
    </ReferencePage>
  );
}
