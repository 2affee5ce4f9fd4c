import type { EventId, PartnerId } from "#lib/core/ids.ts";

/** An event to write down, and the API version of the resources in it. */
export type EventOfVersion = { partnerId: PartnerId; eventId: EventId; apiVersion: string };

/**
 * Writes events down as the JSON bodies that partners read. An event that has been deleted is missing in the
 * result. One call takes events of any partners, and each of them once.
 */
export type RenderEvents = (eventsOf: readonly EventOfVersion[]) => Promise<Map<EventId, string>>;
