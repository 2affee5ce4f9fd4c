import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { merchantPages } from "#components/dashboard/data/queries.ts";
import { CreateMerchant } from "#components/dashboard/merchants/create-merchant.tsx";
import { readFilter } from "#components/dashboard/merchants/list-filter.ts";
import { MerchantList } from "#components/dashboard/merchants/merchant-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Merchants" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function MerchantsPage({ searchParams }: Props) {
  const member = await requireMember();
  const asked = await searchParams;
  const filter = readFilter({ get: (name) => [asked[name]].flat()[0] ?? null });
  const client = new QueryClient();
  await client.prefetchInfiniteQuery({
    ...merchantPages(filter),
    queryFn: ({ pageParam: after }) => callQuery("merchants.list", member, { ...filter, after }),
  });
  const canWrite = isGranted(member.role, "merchants:write");
  return (
    <>
      <PageHeader
        title="Merchants"
        about="Shops and businesses that receive payments, and their settlement destinations."
      >
        {canWrite && <CreateMerchant isOpenAtFirst={asked.new !== undefined} />}
      </PageHeader>
      <HydrationBoundary state={dehydrate(client)}>
        <MerchantList canWrite={canWrite} />
      </HydrationBoundary>
    </>
  );
}
