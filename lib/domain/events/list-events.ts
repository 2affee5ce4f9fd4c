import { TillError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { type PageRequest, type Position, takePage } from "#lib/db/keyset.ts";
import { database } from "#lib/db/pool.ts";
import type { PartnerScope } from "#lib/db/scope.ts";
import { type PublicEvent, readPublicEvents, withStates } from "#lib/domain/events/read-events.ts";
import { type EventFilter, listStoredEvents } from "#lib/domain/events/repository.ts";

/** A page of events; `next` is the position of the following page, null on the last. */
export type EventPage = { events: PublicEvent[]; next: Position | null };

/** Returns a page of a filter's events, newest first, by at most five statements. */
export async function listPublicEvents(filter: EventFilter, { after, limit }: PageRequest): Promise<EventPage> {
  const before = after !== null && isId("evt", after[1]) ? after[1] : null;
  const found = await listStoredEvents(database, filter, before, limit + 1);
  const { rows, next } = takePage(found, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { events: await withStates(database, rows), next };
}

/** Returns an event. @throws TillError `not_found` when the scope has none with that id, or it is older than 90 days. */
export async function getPublicEvent({ partnerId, merchantId }: PartnerScope, id: string): Promise<PublicEvent> {
  const [event] = isId("evt", id) ? await readPublicEvents(database, [{ partnerId, eventId: id }]) : [];
  if (event === undefined || (merchantId !== null && event.merchantId !== merchantId)) {
    throw new TillError("not_found", { message: "Event not found. Check its id: events are kept for 90 days." });
  }
  return event;
}
