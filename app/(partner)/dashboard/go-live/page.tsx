import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { copyablePages, keyOf } from "#components/dashboard/data/queries.ts";
import { CopyEndpoints } from "#components/dashboard/go-live/copy-endpoints.tsx";
import { CopyMerchants } from "#components/dashboard/go-live/copy-merchants.tsx";
import { LiveSteps } from "#components/dashboard/go-live/live-steps.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Go live" };

export default async function GoLivePage() {
  const member = await requireMember();
  const client = new QueryClient();
  await Promise.all([
    client.prefetchQuery({
      queryKey: keyOf("goLive.progress", {}),
      queryFn: () => callQuery("goLive.progress", member, {}),
    }),
    client.prefetchInfiniteQuery({
      ...copyablePages(),
      queryFn: () => callQuery("goLive.merchants", member, {}),
    }),
    client.prefetchQuery({
      queryKey: keyOf("goLive.endpoints", {}),
      queryFn: () => callQuery("goLive.endpoints", member, {}),
    }),
  ]);
  return (
    <>
      <PageHeader
        title="Go live"
        about="What the live account needs before its first order, and what you can take along from test mode. API keys are never copied."
      />
      <HydrationBoundary state={dehydrate(client)}>
        <LiveSteps role={member.role} />
        <CopyMerchants canWrite={isGranted(member.role, "merchants:write")} />
        <CopyEndpoints canWrite={isGranted(member.role, "keys:write")} />
      </HydrationBoundary>
      <p className="text-sm text-ink-muted">
        The guide <TextLink href="/docs/guides/go-live">Go live</TextLink> has a list for your server's code.
      </p>
    </>
  );
}
