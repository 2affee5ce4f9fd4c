import { z } from "zod";
import { invalidField } from "#lib/core/errors.ts";
import type { ReplayRequest } from "#lib/domain/webhooks/replays/replay.ts";

const moment = z.iso.datetime({ message: "must be a date and a time" }).transform((text) => new Date(text));

/** A replay of several events: those whose delivery failed, or those of a time, which ends now without `until`. */
export const replayRequest = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("failed") }),
  z.strictObject({ kind: z.literal("range"), from: moment, until: moment.optional() }),
]);

/** Converts the input to the domain's request. @throws TillError `params_validation` for a time that ends before it starts. */
export function toReplayRequest(request: z.output<typeof replayRequest>): Exclude<ReplayRequest, { kind: "event" }> {
  if (request.kind === "failed") return request;
  const { kind, from, until = new Date(8.64e15) } = request;
  if (until <= from) throw invalidField("order.until", "must be after the start");
  return { kind, from, until };
}
