import type { Metadata } from "next";
import { Markdown } from "#components/docs/markdown.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { changelog, guides } from "#lib/api/docs/guides.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

export const metadata: Metadata = { title: "Changelog · Docs" };

export default function ChangelogPage() {
  const { groups } = reference(newestStable);
  const page = { groups, version: newestStable, versions: serviceVersions, guides: guides(), isVersionless: true };
  return (
    <ReferencePage {...page} current="changelog" title="Changelog" description="Changes to this software, by version.">
      <Markdown text={changelog()} />
    </ReferencePage>
  );
}
