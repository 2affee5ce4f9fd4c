import { infiniteQueryOptions } from "@tanstack/react-query";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { fetchQuery } from "#components/dashboard/data/rpc-client.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

type RequestPosition = QueryInput<"developers.requests">["after"];

/** What was asked of the API, page after page. */
export function requestPages(filter: Omit<QueryInput<"developers.requests">, "after">) {
  return infiniteQueryOptions({
    queryKey: keyOf("developers.requests", filter),
    queryFn: ({ pageParam: after, signal }) => fetchQuery("developers.requests", { ...filter, after }, signal),
    initialPageParam: null as RequestPosition,
    getNextPageParam: ({ next }) => next,
  });
}

/** The audit log, page after page. */
export function auditPages(filter: Omit<QueryInput<"settings.audit">, "before">) {
  return infiniteQueryOptions({
    queryKey: keyOf("settings.audit", filter),
    queryFn: ({ pageParam: before, signal }) => fetchQuery("settings.audit", { ...filter, before }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
