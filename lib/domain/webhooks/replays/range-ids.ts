import { type EventId, lowestId } from "#lib/core/ids.ts";
import type { ReplayRequest } from "#lib/domain/webhooks/replays/replay.ts";

/** Returns the ids between which the events of a time are: from the first, before the second. A time that isn't over ends now. */
export function idsOfRange(
  { from, until }: Extract<ReplayRequest, { kind: "range" }>,
  now: Date,
): { from: EventId; until: EventId } {
  return { from: lowestId("evt", from), until: until < now ? lowestId("evt", until) : endOf(now) };
}

/** Returns the lowest id after those of the events until now. */
export function endOf(now: Date): EventId {
  return lowestId("evt", new Date(now.getTime() + 1));
}
