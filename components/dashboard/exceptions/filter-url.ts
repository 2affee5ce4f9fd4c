import { filterParams, queryOf, readFilter } from "#components/dashboard/data/filter-query.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

/** The filter of the list of exceptions, for open ones and those that have ended. */
export type ExceptionFilterInput = Pick<QueryInput<"exceptions.list">, "merchant">;

const names = { lists: {}, texts: { merchant: "merchant" } } as const;

/** Reads a URL query as {@link readFilter} does. */
export function readExceptionFilter(params: URLSearchParams): ExceptionFilterInput {
  return readFilter(params, names) as ExceptionFilterInput;
}

/** Writes a URL query that {@link readExceptionFilter} reads; "" for no filter. */
export function writeExceptionFilter(input: ExceptionFilterInput): string {
  return queryOf(filterParams(input, names));
}
