import { filterParams, queryOf, readFilter } from "#components/dashboard/data/filter-query.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

/** The filters of the list of events, without the position. */
export type EventFilterInput = Omit<QueryInput<"events.list">, "after">;

const names = {
  lists: { types: "type", merchants: "merchant" },
  texts: { from: "from", to: "to", payment: "payment" },
} as const;

/** Reads a URL query as {@link readFilter} does. */
export function readEventFilter(params: URLSearchParams): EventFilterInput {
  return readFilter(params, names) as EventFilterInput;
}

/** Writes a URL query that {@link readEventFilter} reads; "" for no filter. */
export function writeEventFilter(input: EventFilterInput): string {
  return queryOf(filterParams(input, names));
}
