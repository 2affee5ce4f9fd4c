import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { dataQuery } from "#components/dashboard/data/queries.ts";
import { MerchantView } from "#components/dashboard/merchants/merchant-view.tsx";
import { isTillError } from "#lib/core/errors.ts";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { runQuery } from "#lib/dashboard/run.ts";

export const metadata: Metadata = { title: "Merchant" };

type Props = { params: Promise<{ merchantId: string }> };

export default async function MerchantPage({ params }: Props) {
  const member = await requireMember();
  const { merchantId } = await params;
  const input = { merchantId };
  const merchant = await runQuery("merchants.get", member, input).catch(nothingFound);
  if (merchant === null) notFound();
  const client = new QueryClient();
  client.setQueryData(dataQuery("merchants.get", input).queryKey, merchant);
  const canAudit = isGranted(member.role, "audit:read");
  await Promise.all([
    client.prefetchQuery({
      ...dataQuery("merchants.figures", input),
      queryFn: () => runQuery("merchants.figures", member, input),
    }),
    client.prefetchQuery({
      ...dataQuery("merchants.networks", {}),
      queryFn: () => runQuery("merchants.networks", member, {}),
    }),
    ...(canAudit
      ? [
          client.prefetchQuery({
            ...dataQuery("merchants.history", input),
            queryFn: () => runQuery("merchants.history", member, input),
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
