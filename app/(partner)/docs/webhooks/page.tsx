import type { Metadata } from "next";
import { readVersion, type SearchParams } from "#app/(partner)/docs/read-version.ts";
import { docsHref } from "#components/docs/contents.tsx";
import { OperationSection } from "#components/docs/operation-section.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { WebhookGuide } from "#components/docs/webhook-guide.tsx";
import { guides } from "#lib/api/docs/guides.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

export const metadata: Metadata = { title: "Webhooks · API reference" };

export default async function WebhooksPage({ searchParams }: { searchParams: SearchParams }) {
  const version = await readVersion(searchParams);
  const { groups, baseUrl } = reference(version);
  const group = groups.find(({ id }) => id === "webhooks");
  const page = { groups, version, versions: serviceVersions, guides: guides(), current: "webhooks", title: "Webhooks" };
  return (
    <ReferencePage {...page} description={group?.description ?? ""}>
      <WebhookGuide baseUrl={baseUrl} eventsHref={docsHref("events", version)} />
      {group?.operations.map((operation) => (
        <OperationSection
          key={operation.id}
          operation={operation}
          version={version}
          objectsHref={docsHref("objects", version)}
        />
      ))}
    </ReferencePage>
  );
}
