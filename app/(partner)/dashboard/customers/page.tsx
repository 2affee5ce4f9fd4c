import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { CustomersView } from "#components/dashboard/customers/customers-view.tsx";
import { readCustomerFilter } from "#components/dashboard/customers/filter-url.ts";
import { toSearchParams } from "#components/dashboard/data/filter-query.ts";
import { customerPages } from "#components/dashboard/data/queries.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Customers" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function CustomersPage({ searchParams }: Props) {
  const member = await requireMember("read");
  const input = readCustomerFilter(toSearchParams(await searchParams));
  const client = new QueryClient();
  // A failed prefetch is ignored: the list refetches and shows the error itself.
  await client.prefetchInfiniteQuery({
    ...customerPages(input),
    queryFn: () => callQuery("customers.list", member, input),
  });
  return (
    <>
      <PageHeader
        title="Customers"
        about="Accounts that have paid you at least once, latest first. Counts successful payments, refunded ones included; dates are in UTC."
      />
      <HydrationBoundary state={dehydrate(client)}>
        <CustomersView />
      </HydrationBoundary>
    </>
  );
}
