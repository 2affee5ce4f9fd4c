import { versionlessNavigation } from "#app/(partner)/docs/navigation.ts";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { TextLink } from "#components/ui/text-link.tsx";

export default function DocsNotFound() {
  return (
    <ReferencePage
      {...versionlessNavigation()}
      current="not-found"
      title="Page not found"
      description="This page or version doesn’t exist."
    >
      <p>
        Search the docs, or start from the <TextLink href="/docs">overview of all pages</TextLink>.
      </p>
    </ReferencePage>
  );
}
