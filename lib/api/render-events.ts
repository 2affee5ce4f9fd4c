import { presentEvent } from "#lib/api/presenters/event.ts";
import { pinnedVersion } from "#lib/api/version.ts";
import { answerIn } from "#lib/api/versions/answers.ts";
import { database } from "#lib/db/pool.ts";
import type { EventOfVersion, RenderEvents } from "#lib/domain/events/event-body.ts";
import { readPublicEvents } from "#lib/domain/events/read-events.ts";

/**
 * Writes events down as webhooks deliver them: each like the answer of `GET /v1/events/{id}` in its version,
 * byte for byte. Asks the database at most six questions, whatever the number of events.
 */
export const renderEvents: RenderEvents = async (eventsOf: readonly EventOfVersion[]) => {
  const versions = new Map(eventsOf.map(({ eventId, apiVersion }) => [eventId, pinnedVersion(apiVersion)]));
  const events = await readPublicEvents(database, eventsOf);
  return new Map(
    events.map((event) => {
      const version = versions.get(event.id) ?? pinnedVersion(null);
      return [event.id, JSON.stringify(answerIn(version, "getEvent", presentEvent(event, version)))];
    }),
  );
};
