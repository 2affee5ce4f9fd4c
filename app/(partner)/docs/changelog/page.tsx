import type { Metadata } from "next";
import { versionlessNavigation } from "#app/(partner)/docs/navigation.ts";
import { Markdown } from "#components/docs/markdown.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { changelog } from "#lib/api/docs/guides.ts";

export const metadata: Metadata = { title: "Changelog · Docs" };

export default function ChangelogPage() {
  return (
    <ReferencePage
      {...versionlessNavigation()}
      current="changelog"
      title="Changelog"
      description="Changes to this software, by version."
    >
      <Markdown text={changelog()} />
    </ReferencePage>
  );
}
