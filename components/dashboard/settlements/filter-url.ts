import { filterParams, queryOf, readFilter } from "#components/dashboard/data/filter-query.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

/** The filters of the list of settlements, without the position. */
export type SettlementFilterInput = Omit<QueryInput<"settlements.list">, "after">;

const names = { lists: { states: "state", merchants: "merchant" }, texts: { from: "from", to: "to" } } as const;

/** Reads a URL query as {@link readFilter} does. */
export function readSettlementFilter(params: URLSearchParams): SettlementFilterInput {
  return readFilter(params, names) as SettlementFilterInput;
}

/** Writes a URL query that {@link readSettlementFilter} reads; "" for no filter. */
export function writeSettlementFilter(input: SettlementFilterInput): string {
  return queryOf(filterParams(input, names));
}
