import { ReferencePage } from "#components/docs/reference-page.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { guides } from "#lib/api/docs/guides.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { newestStable } from "#lib/api/openapi/serve-openapi.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

export default function DocsNotFound() {
  const { groups } = reference(newestStable);
  const page = { groups, version: newestStable, versions: serviceVersions, guides: guides(), isVersionless: true };
  return (
    <ReferencePage
      {...page}
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
