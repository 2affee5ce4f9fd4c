import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { toSearchParams } from "#components/dashboard/data/filter-query.ts";
import { balancePages, settlementPages } from "#components/dashboard/data/queries.ts";
import { LiveOnly } from "#components/dashboard/live-only.tsx";
import { readSettlementFilter } from "#components/dashboard/settlements/filter-url.ts";
import { SettlementsView } from "#components/dashboard/settlements/settlements-view.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { hasSettlements } from "#lib/dashboard/has-settlements.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

const Header = () => <PageHeader title="Settlements" about="Your merchants' money: paid out, held and refunded." />;

export const metadata: Metadata = { title: "Settlements" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SettlementsPage({ searchParams }: Props) {
  const member = await requireMember("read");
  if (isTestAccount(member.scope.partnerId) && !hasSettlements(member.scope.partnerId)) {
    return (
      <>
        <Header />
        <LiveOnly title="No settlements in test mode">
          In live mode, this page has each merchant's balance, and the settlement of every payment with its transaction.
        </LiveOnly>
      </>
    );
  }
  const input = readSettlementFilter(toSearchParams(await searchParams));
  const client = new QueryClient();
  // A failed prefetch is ignored: the lists refetch and show the error themselves.
  await Promise.all([
    client.prefetchInfiniteQuery({
      ...balancePages(),
      queryFn: () => callQuery("settlements.balances", member, {}),
    }),
    client.prefetchInfiniteQuery({
      ...settlementPages(input),
      queryFn: () => callQuery("settlements.list", member, input),
    }),
  ]);
  return (
    <>
      <Header />
      <HydrationBoundary state={dehydrate(client)}>
        <SettlementsView />
      </HydrationBoundary>
    </>
  );
}
