import type { WebhookReplayId } from "#lib/core/ids.ts";

/** A request to deliver events to an endpoint again. */
export type WebhookReplay = {
  id: WebhookReplayId;
  kind: "event" | "failed" | "range";
  /** `stopped` when its endpoint was disabled or deleted. */
  state: "running" | "completed" | "stopped";
  /** The number of deliveries that it has queued. */
  queued: number;
  createdAt: Date;
};

/** The events to deliver again: one event, all events whose delivery failed, or all events of a time. */
export type ReplayRequest =
  | { kind: "event"; eventId: string }
  | { kind: "failed" }
  /** `until` is not included. */
  | { kind: "range"; from: Date; until: Date };
