"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { FilterBar } from "#components/dashboard/payments/filter-bar.tsx";
import { type PaymentListInput, readListInput, writeListInput } from "#components/dashboard/payments/filter-url.ts";
import { PaymentList } from "#components/dashboard/payments/payment-list.tsx";
import { PaymentStatisticsLine } from "#components/dashboard/payments/payment-statistics.tsx";

/** The payments that the address asks for. */
export function PaymentsView({ mayCreate }: { mayCreate: boolean }) {
  const address = useSearchParams().toString();
  const input = useMemo(() => readListInput(new URLSearchParams(address)), [address]);
  const change = useCallback(
    (changed: Partial<PaymentListInput>) => {
      const next = writeListInput({ ...input, ...changed });
      // The address alone: this page reads what it needs by itself.
      history.replaceState(null, "", `${location.pathname}${next}`);
    },
    [input],
  );
  return (
    <div className="space-y-4">
      <FilterBar input={input} onChange={change} />
      <PaymentStatisticsLine input={input} exportHref={`/dashboard/payments/export${writeListInput(input)}`} />
      <PaymentList key={writeListInput(input)} input={input} onChange={change} mayCreate={mayCreate} />
    </div>
  );
}
