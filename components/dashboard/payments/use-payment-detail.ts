import { useQuery } from "@tanstack/react-query";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { isUnderWay } from "#components/dashboard/exceptions/exception.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type PaymentDetail = QueryOutput<"payments.detail">;

/** Returns the refetch interval: short while money is moving, none once the payment can't change by itself. */
function againMs({ status, payout, refunds, exceptions }: PaymentDetail): number | false {
  if (status === "requires_action" || status === "processing") return 2_000;
  if (refunds.some(({ state }) => state === "processing")) return 2_000;
  if (refunds.some(({ state }) => state === "requested")) return 4_000;
  const isPayingOut = payout?.state === "pending" || payout?.state === "submitted";
  return isPayingOut || exceptions.some(isUnderWay) ? 4_000 : false;
}

/** Reads a payment's details, and again while the page is visible and the payment can change. */
export function usePaymentDetail(paymentId: string) {
  return useQuery({
    ...rpcQuery("payments.detail", { paymentId }),
    refetchInterval: ({ state }) => (state.data === undefined ? false : againMs(state.data)),
  });
}
