import { filterParams, queryOf, readFilter } from "#components/dashboard/data/filter-query.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

/** The filters and the order of the list, without the position. */
export type PaymentListInput = Omit<QueryInput<"payments.list">, "after">;
export type PaymentFilterInput = QueryInput<"payments.statistics">;

const names = {
  lists: { statuses: "status", merchants: "merchant", tokens: "token", networks: "network" },
  texts: { from: "from", to: "to", search: "search" },
} as const;

/** Reads a URL query as {@link readFilter} does, with the order. */
export function readListInput(params: URLSearchParams): PaymentListInput {
  const input = readFilter(params, names);
  if (params.get("sort")) input.sort = params.get("sort");
  if (params.get("direction")) input.direction = params.get("direction");
  return input as PaymentListInput;
}

/** Writes a URL query that {@link readListInput} reads; "" for the defaults. */
export function writeListInput(input: PaymentListInput): string {
  const params = filterParams(input, names);
  if (input.sort === "amount") params.set("sort", input.sort);
  if (input.direction === "asc") params.set("direction", input.direction);
  return queryOf(params);
}

/** True for inputs that select and order the same payments: lists of choices have no order. */
export function isSameList(one: PaymentListInput, other: PaymentListInput): boolean {
  return writeListInput(ordered(one)) === writeListInput(ordered(other));
}

function ordered(input: PaymentListInput): PaymentListInput {
  const inOrder = Object.entries(input).map(([field, value]) => [
    field,
    Array.isArray(value) ? value.toSorted() : value,
  ]);
  return Object.fromEntries(inOrder);
}

/** Returns the filters without the order. */
export function filtersOf({ sort: _sort, direction: _direction, ...filters }: PaymentListInput): PaymentFilterInput {
  return filters;
}
