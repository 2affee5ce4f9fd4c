"use client";

import { ClearFilters } from "#components/dashboard/data/clear-filters.tsx";
import { useAddressFilter } from "#components/dashboard/data/use-address-filter.ts";
import { ChoiceFilter } from "#components/dashboard/payments/choice-filter.tsx";
import { DateFilter } from "#components/dashboard/payments/date-filter.tsx";
import { MerchantFilter } from "#components/dashboard/payments/merchant-filter.tsx";
import { Balances } from "#components/dashboard/settlements/balances.tsx";
import {
  readSettlementFilter,
  type SettlementFilterInput,
  writeSettlementFilter,
} from "#components/dashboard/settlements/filter-url.ts";
import { SettlementList, stateWords } from "#components/dashboard/settlements/settlement-list.tsx";
import { TimeZoneProvider } from "#components/dashboard/time-zone.tsx";
import { buttonClass } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { DownloadLink } from "#components/ui/download-link.tsx";

const inAddress = { read: readSettlementFilter, write: writeSettlementFilter };
const states = Object.entries(stateWords).map(([id, label]) => ({ id, label }));

/** Each merchant's balances, and the settlements for the URL's filters. */
export function SettlementsView() {
  const { filter: input, address, change, clear } = useAddressFilter(inAddress);
  return (
    <>
      <Balances />
      <Card
        title="Settlements"
        about="One for each payment that succeeded. Dates are those of the payment, in UTC."
        action={
          <DownloadLink href={`/dashboard/settlements/export${address}`} className={buttonClass("plain")}>
            Export CSV
          </DownloadLink>
        }
      >
        <div className="space-y-4">
          <search aria-label="Settlements" className="flex flex-wrap items-start gap-2">
            <ChoiceFilter
              name="Status"
              choices={states}
              chosen={input.states ?? []}
              onChange={(chosen) => change({ states: chosen as NonNullable<SettlementFilterInput["states"]> })}
            />
            <DateFilter from={input.from} to={input.to} onChange={change} />
            <MerchantFilter chosen={input.merchants ?? []} onChange={(merchants) => change({ merchants })} />
            {address !== "" && <ClearFilters onClear={clear} />}
          </search>
          <TimeZoneProvider timeZone={null}>
            <SettlementList key={address} input={input} />
          </TimeZoneProvider>
        </div>
      </Card>
    </>
  );
}
