import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { keyOf } from "#components/dashboard/data/queries.ts";
import type { QueryInput, QueryName, QueryOutput } from "#lib/dashboard/rpc/contract.ts";

/** What the server has read for a page's first paint. */
type Read = { key: ReturnType<typeof keyOf>; data: unknown };

/** Ties an answer to its query, as `rpcQuery` will look for it. */
export function read<Name extends QueryName>(name: Name, input: QueryInput<Name>, data: QueryOutput<Name>): Read {
  return { key: keyOf(name, input), data };
}

/** The same for a list that is read page after page. */
export function readFirstPage<Name extends QueryName>(
  name: Name,
  input: QueryInput<Name>,
  page: QueryOutput<Name>,
): Read {
  return { key: keyOf(name, input), data: { pages: [page], pageParams: [null] } };
}

/** Hands the queries below what the server has read, so that they ask only when it is no longer fresh. */
export function FirstPaint({ reads, children }: { reads: readonly Read[]; children: ReactNode }) {
  const client = new QueryClient();
  for (const { key, data } of reads) client.setQueryData(key, data);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
