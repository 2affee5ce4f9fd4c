import { filterParams, queryOf, readFilter } from "#components/dashboard/data/filter-query.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

/** The filters of an endpoint's deliveries. */
export type DeliveryFilterInput = Pick<QueryInput<"webhooks.deliveries">, "states" | "types">;

const names = { lists: { states: "state", types: "type" }, texts: {} } as const;

/** Reads a URL query as {@link readFilter} does. */
export function readDeliveryFilter(params: URLSearchParams): DeliveryFilterInput {
  return readFilter(params, names) as DeliveryFilterInput;
}

/** Writes a URL query that {@link readDeliveryFilter} reads; "" for no filter. */
export function writeDeliveryFilter(input: DeliveryFilterInput): string {
  return queryOf(filterParams(input, names));
}
