"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { PagedList } from "#components/dashboard/data/paged-list.tsx";
import { auditPages, rpcQuery } from "#components/dashboard/data/queries.ts";
import { type AuditFilter, AuditFilters } from "#components/dashboard/settings/audit-filters.tsx";
import { AuditRow } from "#components/dashboard/settings/audit-row.tsx";
import { ZoneName } from "#components/dashboard/time-zone.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

/** The audit log: actor, action, values before and after, and time. */
export function AuditList() {
  const [filter, setFilter] = useState<AuditFilter>({});
  const asked = useDeferredValue(filter);
  const people = useQuery(rpcQuery("settings.people", {}));
  const list = useInfiniteQuery(auditPages(asked));
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
      <PagedList
        query={list}
        noun="changes"
        rowsOf={(page) => page.entries}
        empty={
          <EmptyState title="No matching changes">
            <p>Try removing a filter.</p>
          </EmptyState>
        }
      >
        {(entry) => <AuditRow key={entry.id} entry={entry} />}
      </PagedList>
    </>
  );
}
