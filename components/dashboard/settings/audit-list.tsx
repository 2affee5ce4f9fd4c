"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { auditPages, rpcQuery } from "#components/dashboard/data/queries.ts";
import { MoreButton } from "#components/dashboard/more-button.tsx";
import { type AuditFilter, AuditFilters } from "#components/dashboard/settings/audit-filters.tsx";
import { AuditRow } from "#components/dashboard/settings/audit-row.tsx";
import { ZoneName } from "#components/dashboard/time-zone.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The audit log: actor, action, values before and after, and time. */
export function AuditList() {
  const [filter, setFilter] = useState<AuditFilter>({});
  const asked = useDeferredValue(filter);
  const people = useQuery(rpcQuery("settings.people", {}));
  const list = useInfiniteQuery(auditPages(asked));
  const entries = list.data?.pages.flatMap((page) => page.entries);
  return (
    <>
      <PageHeader
        title="Audit log"
        about={
          <>
            Every change by members, API keys and the operator, with the values before and after. Entries can't be
            edited. Times are in <ZoneName />.
          </>
        }
      />
      <AuditFilters people={people.data?.people ?? []} filter={filter} onChange={setFilter} />
      {list.error !== null && <Problem>{list.error.message}</Problem>}
      {entries === undefined && list.error === null && <Skeleton className="h-64 w-full" />}
      {entries?.length === 0 && (
        <EmptyState title="No matching changes">
          <p>Try removing a filter.</p>
        </EmptyState>
      )}
      {entries !== undefined && entries.length > 0 && (
        <ol aria-label="Changes" className="divide-y divide-line rounded-xl border border-line bg-surface">
          {entries.map((entry) => (
            <AuditRow key={entry.id} of={entry} />
          ))}
        </ol>
      )}
      <MoreButton of={list}>Show older changes</MoreButton>
    </>
  );
}
