"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useId, useRef, useState } from "react";
import { ClearFilters } from "#components/dashboard/data/clear-filters.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { stateWords } from "#components/dashboard/payment-state.tsx";
import { ChoiceFilter } from "#components/dashboard/payments/choice-filter.tsx";
import { ChosenFilters } from "#components/dashboard/payments/chosen-filters.tsx";
import { DateFilter } from "#components/dashboard/payments/date-filter.tsx";
import { filtersOf, type PaymentListInput, writeListInput } from "#components/dashboard/payments/filter-url.ts";
import { MerchantFilter } from "#components/dashboard/payments/merchant-filter.tsx";
import { ExportLink } from "#components/dashboard/payments/payment-statistics.tsx";
import { SearchFilter } from "#components/dashboard/payments/search-filter.tsx";
import { SettlementFilter } from "#components/dashboard/payments/settlement-filter.tsx";
import { ViewsMenu } from "#components/dashboard/payments/views/views-menu.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { ChevronIcon } from "#components/ui/icons.tsx";
import type { ShownState } from "#lib/dashboard/rpc/contract.ts";

type FilterBarProps = { input: PaymentListInput; onChange: (change: Partial<PaymentListInput>) => void };

const statuses = Object.entries({ ...stateWords, succeeded: "Succeeded, refunded or not" }).map(([id, label]) => {
  return { id, label };
});

/** The filters of the list, behind a button on a phone. Each change updates the URL immediately. */
export function FilterBar({ input, onChange }: FilterBarProps) {
  const units = useQuery({ ...rpcQuery("payments.units", {}), staleTime: Number.POSITIVE_INFINITY });
  const onSearch = useCallback((search: string | undefined) => onChange({ search }), [onChange]);
  const isFiltered = writeListInput(filtersOf(input)) !== "";
  const clear = isFiltered && (
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
  );
  const [isOpen, setOpen] = useState(false);
  const filtersId = useId();
  const openButton = useRef<HTMLDivElement>(null);
  const networks = (units.data?.networks ?? []).map(({ id, name }) => ({ id, label: name }));
  const chosen = [input.statuses, input.merchants, input.tokens, input.networks].filter((some) => some?.length).length;
  const count = chosen + (input.from === undefined && input.to === undefined ? 0 : 1);
  return (
    <search aria-label="Payments" className="flex items-start gap-2 max-sm:flex-wrap">
      <div className="flex min-w-0 grow flex-wrap items-start gap-2">
        <SearchFilter
          search={input.search}
          onSearch={onSearch}
          onMerchant={(merchantId) => onChange({ merchants: [merchantId], search: undefined })}
        />
        {/* On a phone, the filters would push the list off the screen. */}
        <div ref={openButton} className="flex w-full flex-wrap items-center gap-2 sm:hidden">
          <ActionButton
            aria-expanded={isOpen}
            aria-controls={filtersId}
            onClick={() => setOpen(!isOpen)}
            className={`min-h-9! pointer-coarse:min-h-11! ${count > 0 ? "border-accent! bg-accent-wash! text-accent!" : ""}`}
          >
            {count === 0 ? "Filters" : `Filters (${count})`}
            <ChevronIcon className={`size-4 shrink-0 ${isOpen ? "rotate-180" : ""}`} />
          </ActionButton>
          <ExportLink input={input} />
          {clear}
          {!isOpen && (
            <ChosenFilters
              input={input}
              statuses={statuses}
              networks={networks}
              onRemove={(change) => {
                onChange(change);
                // The pressed button is gone.
                openButton.current?.querySelector("button")?.focus();
              }}
            />
          )}
        </div>
        <div id={filtersId} className={`${isOpen ? "" : "max-sm:hidden"} flex flex-wrap items-start gap-2 sm:contents`}>
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
            choices={networks}
            chosen={input.networks ?? []}
            onChange={(networks) => onChange({ networks })}
          />
          <SettlementFilter input={input} />
        </div>
      </div>
      <div className="max-sm:hidden">{clear}</div>
    </search>
  );
}
