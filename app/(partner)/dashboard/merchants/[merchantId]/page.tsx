import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { heldPages, rpcQuery } from "#components/dashboard/data/queries.ts";
import { MerchantView } from "#components/dashboard/merchants/merchant-view.tsx";
import { isTillError } from "#lib/core/errors.ts";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Merchant" };

type Props = { params: Promise<{ merchantId: string }> };

export default async function MerchantPage({ params }: Props) {
  const member = await requireMember();
  const { merchantId } = await params;
  const input = { merchantId };
  const merchant = await callQuery("merchants.get", member, input).catch(nothingFound);
  if (merchant === null) notFound();
  const client = new QueryClient();
  client.setQueryData(rpcQuery("merchants.get", input).queryKey, merchant);
  const canAudit = isGranted(member.role, "audit:read");
  await Promise.all([
    client.prefetchQuery({
      ...rpcQuery("merchants.figures", input),
      queryFn: () => callQuery("merchants.figures", member, input),
    }),
    client.prefetchInfiniteQuery({
      ...heldPages(merchantId),
      queryFn: () => callQuery("payouts.held", member, input),
    }),
    client.prefetchQuery({
      ...rpcQuery("merchants.networks", {}),
      queryFn: () => callQuery("merchants.networks", member, {}),
    }),
    ...(canAudit
      ? [
          client.prefetchQuery({
            ...rpcQuery("merchants.history", input),
            queryFn: () => callQuery("merchants.history", member, input),
          }),
        ]
      : []),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <MerchantView merchantId={merchantId} role={member.role} />
    </HydrationBoundary>
  );
}

function nothingFound(error: unknown): null {
  if (isTillError(error) && error.code === "not_found") return null;
  throw error;
}
