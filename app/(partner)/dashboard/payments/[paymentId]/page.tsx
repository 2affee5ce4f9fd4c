import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { PaymentView } from "#components/dashboard/payments/detail/payment-view.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { orNotFound } from "#lib/dashboard/or-not-found.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Payment" };

type Props = { params: Promise<{ paymentId: string }> };

export default async function PaymentPage({ params }: Props) {
  const member = await requireMember("read");
  const { paymentId } = await params;
  const client = new QueryClient();
  const payment = await orNotFound(callQuery("payments.detail", member, { paymentId }));
  client.setQueryData(keyOf("payments.detail", { paymentId }), payment);
  const rights = {
    mayCancel: isGranted(member.role, "payments:write"),
    mayRefund: isGranted(member.role, "refunds:write"),
    mayPayOut: isGranted(member.role, "payouts:write"),
  };
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PaymentView paymentId={paymentId} rights={rights} />
    </HydrationBoundary>
  );
}
