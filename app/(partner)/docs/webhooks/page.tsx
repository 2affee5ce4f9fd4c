import type { Metadata } from "next";
import { navigationIn } from "#app/(partner)/docs/navigation.ts";
import { readVersion, type SearchParams } from "#app/(partner)/docs/read-version.ts";
import { docsHref } from "#components/docs/contents.tsx";
import { OperationList } from "#components/docs/operation-list.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { WebhookGuide } from "#components/docs/webhook-guide.tsx";
import { reference } from "#lib/api/openapi/build-reference.ts";

export const metadata: Metadata = { title: "Webhooks · API reference" };

export default async function WebhooksPage({ searchParams }: { searchParams: SearchParams }) {
  const version = await readVersion(searchParams);
  const navigation = navigationIn(version);
  const group = navigation.groups.find(({ id }) => id === "webhooks");
  return (
    <ReferencePage {...navigation} current="webhooks" title="Webhooks" description={group?.description ?? ""}>
      <WebhookGuide baseUrl={reference(version).baseUrl} eventsHref={docsHref("events", version)} />
      <OperationList operations={group?.operations ?? []} version={version} />
    </ReferencePage>
  );
}
