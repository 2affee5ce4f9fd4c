"use client";

import type { RefundAccountProps } from "#components/checkout/transfer/refund-account.tsx";
import { useLoaded } from "#components/checkout/use-loaded.ts";

const load = async () => (await import("#components/checkout/transfer/refund-account.tsx")).RefundAccount;

/** The form that names the account for a refund of a transfer. Its code loads only for a payment that has ended with money left. */
export function RefundEntry(props: RefundAccountProps) {
  const { part: Part } = useLoaded(load, props.data.paymentId);
  return Part === null ? null : <Part {...props} />;
}
