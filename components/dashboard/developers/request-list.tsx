"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { PagedList } from "#components/dashboard/data/paged-list.tsx";
import { requestPages, rpcQuery } from "#components/dashboard/data/queries.ts";
import { type RequestFilter, RequestFilters } from "#components/dashboard/developers/request-filters.tsx";
import { RequestRow } from "#components/dashboard/developers/request-row.tsx";
import { ZoneName } from "#components/dashboard/time-zone.tsx";
import { ActionButton, buttonClass } from "#components/ui/action-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

/** The API requests of the last 7 days, newest first. */
export function RequestList() {
  const [filter, setFilter] = useState<RequestFilter>({});
  const asked = useDeferredValue(filter);
  const keys = useQuery(rpcQuery("developers.keys", {}));
  const list = useInfiniteQuery(requestPages(asked));
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <>
      <PageHeader
        title="Requests"
        about={
          <>
            API requests made with your keys in the last 7 days. Request bodies are never stored. Times are in{" "}
            <ZoneName />.
          </>
        }
      >
        <ActionButton isBusy={list.isRefetching} onClick={() => void list.refetch()}>
          Refresh
        </ActionButton>
      </PageHeader>
      <RequestFilters keys={keys.data?.keys ?? []} filter={filter} onChange={setFilter} />
      <PagedList
        query={list}
        noun="requests"
        rowsOf={(page) => page.requests}
        empty={
          <EmptyState
            title={isFiltered ? `No matching requests${list.hasNextPage ? " so far" : ""}` : "No requests yet"}
          >
            <p>
              {list.hasNextPage && "The newest requests were searched. Show older requests to continue. "}
              {isFiltered
                ? "Try removing a filter, or search for part of a path or Request-Id."
                : "Requests appear here a second after your server sends them. Requests with an unknown key aren't listed."}
            </p>
            {!isFiltered && (
              <Link href="/dashboard/developers" className={buttonClass("plain")}>
                Open quick start
              </Link>
            )}
          </EmptyState>
        }
      >
        {(request) => <RequestRow key={request.id} request={request} />}
      </PagedList>
    </>
  );
}
