import type { Metadata } from "next";
import { readVersion, type SearchParams } from "#app/(partner)/docs/read-version.ts";
import { docsHref } from "#components/docs/contents.tsx";
import { EventGuide } from "#components/docs/event-guide.tsx";
import { OperationSection } from "#components/docs/operation-section.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { guides } from "#lib/api/docs/guides.ts";
import { reference } from "#lib/api/openapi/build-reference.ts";
import { exampleEvent } from "#lib/api/openapi/examples/events.ts";
import { resourcesOf } from "#lib/api/schemas/event.ts";
import { answerIn } from "#lib/api/versions/answers.ts";
import { eventMeanings } from "#lib/core/event-meanings.ts";
import { eventTypes } from "#lib/core/event-types.ts";
import { serviceVersions } from "#lib/core/service-versions.ts";

export const metadata: Metadata = { title: "Events · API reference" };

const types = eventTypes.map((type) => ({ type, meaning: eventMeanings[type], resources: resourcesOf(type) }));

export default async function EventsPage({ searchParams }: { searchParams: SearchParams }) {
  const version = await readVersion(searchParams);
  const { groups } = reference(version);
  const group = groups.find(({ id }) => id === "events");
  const example = answerIn(version, "getEvent", { ...exampleEvent("api_key.created"), apiVersion: version });
  return (
    <ReferencePage
      groups={groups}
      version={version}
      versions={serviceVersions}
      guides={guides()}
      current="events"
      title="Events"
      description={group?.description ?? ""}
    >
      <EventGuide types={types} example={JSON.stringify(example, null, 2)} />
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
