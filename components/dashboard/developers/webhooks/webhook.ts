import type { Tone } from "#components/ui/badge.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

export type Endpoint = QueryOutput<"webhooks.endpoint">["endpoint"];
export type ListedEndpoint = QueryOutput<"webhooks.list">["endpoints"][number];
export type Replay = NonNullable<QueryOutput<"webhooks.endpoint">["lastReplay"]>;
export type Delivery = QueryOutput<"webhooks.deliveries">["deliveries"][number];
export type DeliveryState = Delivery["state"];

/** Labels of the states of a delivery, in display order. */
export const deliveryWords: Readonly<Record<DeliveryState, string>> = {
  pending: "Pending",
  succeeded: "Delivered",
  failed: "Failed",
};
export const deliveryTones: Readonly<Record<DeliveryState, Tone>> = {
  pending: "pending",
  succeeded: "good",
  failed: "critical",
};

/** Writes a count that stops at `max`. */
export function countWords(count: number, max: number): string {
  return count >= max ? `${max.toLocaleString("en")}+` : count.toLocaleString("en");
}

/** Writes a number of attempts. */
export function attemptWords(count: number): string {
  return count === 1 ? "1 attempt" : `${count} attempts`;
}

/** Says which events an endpoint receives. */
export function typesWords({ eventTypes }: Pick<Endpoint, "eventTypes">): string {
  if (eventTypes.length === 0) return "All events";
  return eventTypes.length === 1 ? "1 event type" : `${eventTypes.length} event types`;
}

/** Says whose events an endpoint receives. */
export function merchantsWords({ merchants }: Pick<Endpoint, "merchants">): string {
  if (merchants.length === 0) return "all merchants";
  return merchants.length === 1 ? "1 merchant" : `${merchants.length} merchants`;
}
