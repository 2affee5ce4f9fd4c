import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { toSearchParams } from "#components/dashboard/data/filter-query.ts";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { ExceptionsLink } from "#components/dashboard/exceptions/exceptions-link.tsx";
import { filtersOf, readListInput } from "#components/dashboard/payments/filter-url.ts";
import { PaymentsView } from "#components/dashboard/payments/payments-view.tsx";
import { buttonClass } from "#components/ui/action-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Payments" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PaymentsPage({ searchParams }: Props) {
  const member = await requireMember("read");
  const input = readListInput(toSearchParams(await searchParams));
  const client = new QueryClient();
  // A failed prefetch is ignored: the list refetches and shows the error itself.
  await Promise.all([
    client.prefetchInfiniteQuery({
      queryKey: keyOf("payments.list", input),
      queryFn: () => callQuery("payments.list", member, input),
      initialPageParam: "",
    }),
    client.prefetchQuery({
      queryKey: keyOf("payments.statistics", filtersOf(input)),
      queryFn: () => callQuery("payments.statistics", member, filtersOf(input)),
    }),
    client.prefetchQuery({
      queryKey: keyOf("payments.views", {}),
      queryFn: () => callQuery("payments.views", member, {}),
    }),
    client.prefetchQuery({
      queryKey: keyOf("payments.columns", {}),
      queryFn: () => callQuery("payments.columns", member, {}),
    }),
    client.prefetchQuery({
      queryKey: keyOf("exceptions.count", {}),
      queryFn: () => callQuery("exceptions.count", member, {}),
    }),
    client.prefetchQuery({
      queryKey: keyOf("payments.units", {}),
      queryFn: () => callQuery("payments.units", member, {}),
    }),
  ]);
  const mayCreate = isGranted(member.role, "payments:write");
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader title="Payments">
        <ExceptionsLink />
        {mayCreate && (
          <Link href="/dashboard/payments/new" className={buttonClass("primary")}>
            Create payment
          </Link>
        )}
      </PageHeader>
      <PaymentsView mayCreate={mayCreate} />
    </HydrationBoundary>
  );
}
