"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { ClearFilters } from "#components/dashboard/data/clear-filters.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { stateWords } from "#components/dashboard/payment-state.tsx";
import { ChoiceFilter } from "#components/dashboard/payments/choice-filter.tsx";
import { DateFilter } from "#components/dashboard/payments/date-filter.tsx";
import { filtersOf, type PaymentListInput, writeListInput } from "#components/dashboard/payments/filter-url.ts";
import { MerchantFilter } from "#components/dashboard/payments/merchant-filter.tsx";
import { SearchFilter } from "#components/dashboard/payments/search-filter.tsx";
import { SettlementFilter } from "#components/dashboard/payments/settlement-filter.tsx";
import { ViewsMenu } from "#components/dashboard/payments/views/views-menu.tsx";
import type { ShownState } from "#lib/dashboard/rpc/contract.ts";

type FilterBarProps = { input: PaymentListInput; onChange: (change: Partial<PaymentListInput>) => void };

const statuses = Object.entries({ ...stateWords, succeeded: "Succeeded, refunded or not" }).map(([id, label]) => {
  return { id, label };
});

/** The filters of the list. Each change updates the URL immediately. */
export function FilterBar({ input, onChange }: FilterBarProps) {
  const units = useQuery({ ...rpcQuery("payments.units", {}), staleTime: Number.POSITIVE_INFINITY });
  const onSearch = useCallback((search: string | undefined) => onChange({ search }), [onChange]);
  const isFiltered = writeListInput(filtersOf(input)) !== "";
  return (
    <search aria-label="Payments" className="flex flex-wrap items-start gap-2">
      <SearchFilter
        search={input.search}
        onSearch={onSearch}
        onMerchant={(merchantId) => onChange({ merchants: [merchantId], search: undefined })}
      />
      <ViewsMenu input={input} />
      <ChoiceFilter
        name="Status"
        choices={statuses}
        chosen={input.statuses ?? []}
        onChange={(chosen) => onChange({ statuses: chosen as ShownState[] })}
      />
      <DateFilter from={input.from} to={input.to} onChange={onChange} />
      <MerchantFilter chosen={input.merchants ?? []} onChange={(merchants) => onChange({ merchants })} />
      <ChoiceFilter
        name="Token"
        choices={(units.data?.symbols ?? []).map((symbol) => ({ id: symbol, label: symbol }))}
        chosen={input.tokens ?? []}
        onChange={(tokens) => onChange({ tokens })}
      />
      <ChoiceFilter
        name="Network"
        choices={(units.data?.networks ?? []).map(({ id, name }) => ({ id, label: name }))}
        chosen={input.networks ?? []}
        onChange={(networks) => onChange({ networks })}
      />
      <SettlementFilter input={input} />
      {isFiltered && (
        <ClearFilters
          onClear={() =>
            onChange({
              statuses: [],
              merchants: [],
              tokens: [],
              networks: [],
              from: undefined,
              to: undefined,
              search: undefined,
            })
          }
        />
      )}
    </search>
  );
}
