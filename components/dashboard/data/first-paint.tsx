import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { keyOf } from "#components/dashboard/data/queries.ts";
import type { QueryInput, QueryName, QueryOutput } from "#lib/dashboard/rpc/contract.ts";

/** A query result fetched on the server for the first paint. */
type Read = { key: ReturnType<typeof keyOf>; data: unknown };

/** Pairs a result with the key that `rpcQuery` looks up. */
export function read<Name extends QueryName>(name: Name, input: QueryInput<Name>, data: QueryOutput<Name>): Read {
  return { key: keyOf(name, input), data };
}

/** As {@link read}, for the first page of an infinite query. */
export function readFirstPage<Name extends QueryName>(
  name: Name,
  input: QueryInput<Name>,
  page: QueryOutput<Name>,
): Read {
  return { key: keyOf(name, input), data: { pages: [page], pageParams: [null] } };
}

/** Seeds the queries below with server results, so that they refetch only once those are stale. */
export function FirstPaint({ reads, children }: { reads: readonly Read[]; children: ReactNode }) {
  const client = new QueryClient();
  for (const { key, data } of reads) client.setQueryData(key, data);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
