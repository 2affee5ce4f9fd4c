import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { toSearchParams } from "#components/dashboard/data/filter-query.ts";
import { deliveryPages, keyOf } from "#components/dashboard/data/queries.ts";
import { EndpointView } from "#components/dashboard/developers/webhooks/endpoint-view.tsx";
import { readDeliveryFilter } from "#components/dashboard/developers/webhooks/filter-url.ts";
import { isGranted } from "#lib/core/roles.ts";
import { orNotFound } from "#lib/dashboard/or-not-found.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Webhook endpoint" };

type Props = {
  params: Promise<{ endpointId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function EndpointPage({ params, searchParams }: Props) {
  const member = await requireMember();
  const { endpointId } = await params;
  const input = { endpointId, ...readDeliveryFilter(toSearchParams(await searchParams)) };
  const client = new QueryClient();
  // A failed prefetch is ignored: the list refetches and shows the error itself.
  const [endpoint] = await Promise.all([
    orNotFound(callQuery("webhooks.endpoint", member, { endpointId })),
    client.prefetchInfiniteQuery({
      ...deliveryPages(input),
      queryFn: () => callQuery("webhooks.deliveries", member, input),
    }),
  ]);
  client.setQueryData(keyOf("webhooks.endpoint", { endpointId }), endpoint);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <EndpointView endpointId={endpointId} canWrite={isGranted(member.role, "keys:write")} />
    </HydrationBoundary>
  );
}
