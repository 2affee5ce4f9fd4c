import type { Metadata } from "next";
import { EventView } from "#components/dashboard/developers/events/event-view.tsx";
import { Payload } from "#components/dashboard/developers/payload.tsx";
import { renderEvents } from "#lib/api/render-events.ts";
import { orNotFound } from "#lib/dashboard/or-not-found.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Event" };

type Props = { params: Promise<{ eventId: string }> };

export default async function EventPage({ params }: Props) {
  const member = await requireMember();
  const { eventId } = await params;
  const [event, { pinned: apiVersion }] = await Promise.all([
    orNotFound(callQuery("events.detail", member, { eventId })),
    callQuery("developers.version", member, {}),
  ]);
  const { partnerId } = member.scope;
  const json = (await renderEvents([{ partnerId, eventId: event.id, apiVersion }])).get(event.id);
  return (
    <>
      <EventView event={event} />
      {json !== undefined && (
        <Payload title="Payload" about={`As the API returns it in your version, ${apiVersion}.`} json={json} />
      )}
    </>
  );
}
