import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { NewPayment } from "#components/dashboard/payments/new/new-payment.tsx";
import { Link } from "#components/ui/link.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Create payment" };

type Props = { searchParams: Promise<{ merchant?: string | string[] }> };

export default async function NewPaymentPage({ searchParams }: Props) {
  const member = await requireMember("payments:write");
  const { merchant } = await searchParams;
  const merchantId = typeof merchant === "string" ? merchant.slice(0, 64) : null;
  const choice = { search: "", chosen: merchantId === null ? [] : [merchantId] };
  const client = new QueryClient();
  client.setQueryData(keyOf("payments.merchants", choice), await callQuery("payments.merchants", member, choice));
  client.setQueryData(keyOf("payments.units", {}), await callQuery("payments.units", member, {}));
  return (
    <>
      <div className="space-y-3 print:hidden">
        <Link
          href="/dashboard/payments"
          className="inline-flex min-h-6 items-center rounded text-sm text-accent underline-offset-4 hover:underline"
        >
          Payments
        </Link>
        <PageHeader title="Create payment" about="Creates a payment link that can be paid once." />
      </div>
      <HydrationBoundary state={dehydrate(client)}>
        <NewPayment merchantId={merchantId} />
      </HydrationBoundary>
    </>
  );
}
