import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { heldPages } from "#components/dashboard/data/queries.ts";
import { HeldMoney } from "#components/dashboard/held/held-money.tsx";
import { LiveOnly } from "#components/dashboard/live-only.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { Link } from "#components/ui/link.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Held money" };

export default async function HeldMoneyPage() {
  const member = await requireMember();
  const client = new QueryClient();
  await client.prefetchInfiniteQuery({
    ...heldPages(null),
    queryFn: () => callQuery("payouts.held", member, {}),
  });
  return (
    <>
      <div className="space-y-3">
        <Link
          href={paths.merchants}
          className="inline-flex min-h-6 items-center rounded text-sm text-accent underline-offset-4 hover:underline"
        >
          Merchants
        </Link>
        <PageHeader title="Held money" about="What the treasury holds for your merchants, including deleted ones." />
      </div>
      {isTestAccount(member.scope.partnerId) ? (
        <LiveOnly title="No held money in test mode">
          In live mode, money that buyers pay while their merchant has no settlement destination waits here until you
          pay it out.
        </LiveOnly>
      ) : (
        <HydrationBoundary state={dehydrate(client)}>
          <HeldMoney role={member.role} merchantId={null} />
        </HydrationBoundary>
      )}
    </>
  );
}
