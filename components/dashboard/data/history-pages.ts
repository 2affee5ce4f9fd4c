import { infiniteQueryOptions } from "@tanstack/react-query";
import { ask } from "#components/dashboard/data/ask.ts";
import { keyOf } from "#components/dashboard/data/queries.ts";
import type { QueryInput } from "#lib/dashboard/wire.ts";

type RequestPosition = QueryInput<"developers.requests">["after"];

/** What was asked of the API, page after page. */
export function requestPages(filter: Omit<QueryInput<"developers.requests">, "after">) {
  return infiniteQueryOptions({
    queryKey: keyOf("developers.requests", filter),
    queryFn: ({ pageParam: after, signal }) => ask("developers.requests", { ...filter, after }, signal),
    initialPageParam: null as RequestPosition,
    getNextPageParam: ({ next }) => next,
  });
}

/** The audit log, page after page. */
export function auditPages(filter: Omit<QueryInput<"settings.audit">, "before">) {
  return infiniteQueryOptions({
    queryKey: keyOf("settings.audit", filter),
    queryFn: ({ pageParam: before, signal }) => ask("settings.audit", { ...filter, before }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
