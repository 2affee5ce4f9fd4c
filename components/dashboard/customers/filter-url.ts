import { filterParams, queryOf, readFilter } from "#components/dashboard/data/filter-query.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

/** The filter of the list of customers, without the position. */
export type CustomerFilterInput = Omit<QueryInput<"customers.list">, "after">;

const names = { lists: {}, texts: { merchant: "merchant" } } as const;

/** Reads a URL query as {@link readFilter} does. */
export function readCustomerFilter(params: URLSearchParams): CustomerFilterInput {
  return readFilter(params, names) as CustomerFilterInput;
}

/** Writes a URL query that {@link readCustomerFilter} reads; "" for no filter. */
export function writeCustomerFilter(input: CustomerFilterInput): string {
  return queryOf(filterParams(input, names));
}
