import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { fetchQuery, sendMutation } from "#components/dashboard/data/rpc-client.ts";
import type { QueryInput, QueryName } from "#lib/dashboard/rpc/contract.ts";

/** The one source of query keys: a query's name, then what is asked for. */
export function keyOf<Name extends QueryName>(name: Name, input: QueryInput<Name>) {
  return ["dashboard", name, input] as const;
}

/** A query of the dashboard, as useQuery and prefetching take it. */
export function rpcQuery<Name extends QueryName>(name: Name, input: QueryInput<Name>) {
  return queryOptions({ queryKey: keyOf(name, input), queryFn: ({ signal }) => fetchQuery(name, input, signal) });
}

type MerchantFilter = Omit<QueryInput<"merchants.list">, "after">;
type MerchantPosition = QueryInput<"merchants.list">["after"];

/** The list of merchants, page after page. */
export function merchantPages(filter: MerchantFilter) {
  return infiniteQueryOptions({
    queryKey: keyOf("merchants.list", filter),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("merchants.list", { ...filter, after }, signal),
    initialPageParam: null as MerchantPosition,
    getNextPageParam: ({ next }) => (next === null ? null : ([...next] as MerchantPosition)),
  });
}

const verdictHoldsMs = 60_000;

/** What the server finds at a logo's address; asked for once, since each asking reaches out to another host. */
export function logoVerdict(url: string) {
  return queryOptions({
    queryKey: ["dashboard", "merchants.previewLogo", url],
    queryFn: () => sendMutation("merchants.previewLogo", { url }),
    staleTime: verdictHoldsMs,
    retry: false,
  });
}

/** Reads again what is on the page of these queries, whatever they asked for: after something was changed. */
export async function refetchQueries(client: QueryClient, names: readonly QueryName[]): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: ["dashboard", name] })));
}
