"use client";

import { useCallback, useMemo } from "react";
import { useAddressQuery } from "#components/dashboard/data/use-address-query.ts";
import { FilterBar } from "#components/dashboard/payments/filter-bar.tsx";
import { type PaymentListInput, readListInput, writeListInput } from "#components/dashboard/payments/filter-url.ts";
import { PaymentList } from "#components/dashboard/payments/payment-list.tsx";
import { PaymentStatisticsLine } from "#components/dashboard/payments/payment-statistics.tsx";

/** The payments for the URL's filters. */
export function PaymentsView({ mayCreate }: { mayCreate: boolean }) {
  const [query, replaceQuery] = useAddressQuery();
  const input = useMemo(() => readListInput(query), [query]);
  const change = useCallback(
    (changed: Partial<PaymentListInput>) => replaceQuery(writeListInput({ ...input, ...changed })),
    [input, replaceQuery],
  );
  return (
    <div className="space-y-4">
      <FilterBar input={input} onChange={change} />
      <PaymentStatisticsLine input={input} />
      <PaymentList key={writeListInput(input)} input={input} onChange={change} mayCreate={mayCreate} />
    </div>
  );
}
