import type { Metadata } from "next";
import { navigationIn } from "#app/(partner)/docs/navigation.ts";
import { readVersion, type SearchParams } from "#app/(partner)/docs/read-version.ts";
import { EventGuide } from "#components/docs/event-guide.tsx";
import { OperationList } from "#components/docs/operation-list.tsx";
import { ReferencePage } from "#components/docs/reference-page.tsx";
import { exampleEvent } from "#lib/api/openapi/examples/events.ts";
import { resourcesOf } from "#lib/api/schemas/event.ts";
import { answerIn } from "#lib/api/versions/answers.ts";
import { eventMeanings } from "#lib/core/event-meanings.ts";
import { eventTypes } from "#lib/core/event-types.ts";

export const metadata: Metadata = { title: "Events · API reference" };

const types = eventTypes.map((type) => ({ type, meaning: eventMeanings[type], resources: resourcesOf(type) }));

export default async function EventsPage({ searchParams }: { searchParams: SearchParams }) {
  const version = await readVersion(searchParams);
  const navigation = navigationIn(version);
  const group = navigation.groups.find(({ id }) => id === "events");
  const example = answerIn(version, "getEvent", { ...exampleEvent("api_key.created"), apiVersion: version });
  return (
    <ReferencePage {...navigation} current="events" title="Events" description={group?.description ?? ""}>
      <EventGuide types={types} example={JSON.stringify(example, null, 2)} />
      <OperationList operations={group?.operations ?? []} version={version} />
    </ReferencePage>
  );
}
