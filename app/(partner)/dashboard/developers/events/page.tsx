import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { toSearchParams } from "#components/dashboard/data/filter-query.ts";
import { eventPages } from "#components/dashboard/data/queries.ts";
import { EventList } from "#components/dashboard/developers/events/event-list.tsx";
import { readEventFilter } from "#components/dashboard/developers/events/filter-url.ts";
import { ZoneName } from "#components/dashboard/time-zone.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Events" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function EventsPage({ searchParams }: Props) {
  const member = await requireMember();
  const filter = readEventFilter(toSearchParams(await searchParams));
  const client = new QueryClient();
  // A failed prefetch is ignored: the list refetches and shows the error itself.
  await client.prefetchInfiniteQuery({
    ...eventPages(filter),
    queryFn: () => callQuery("events.list", member, filter),
  });
  return (
    <>
      <PageHeader
        title="Events"
        about={
          <>
            Everything that the API and webhooks have reported in the last 90 days. Times are in <ZoneName />.
          </>
        }
      />
      <HydrationBoundary state={dehydrate(client)}>
        <EventList />
      </HydrationBoundary>
    </>
  );
}
