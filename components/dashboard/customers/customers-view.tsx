"use client";

import { CustomerList } from "#components/dashboard/customers/customer-list.tsx";
import { readCustomerFilter, writeCustomerFilter } from "#components/dashboard/customers/filter-url.ts";
import { ClearFilters } from "#components/dashboard/data/clear-filters.tsx";
import { useAddressFilter } from "#components/dashboard/data/use-address-filter.ts";
import { MerchantFilter } from "#components/dashboard/payments/merchant-filter.tsx";
import { TimeZoneProvider } from "#components/dashboard/time-zone.tsx";

const inAddress = { read: readCustomerFilter, write: writeCustomerFilter };

/** The customers of the merchant in the URL, or of all. */
export function CustomersView() {
  const { filter: input, address, change, clear } = useAddressFilter(inAddress);
  return (
    <div className="space-y-4">
      <search aria-label="Customers" className="flex flex-wrap items-start gap-2">
        <MerchantFilter
          chosen={input.merchant === undefined ? [] : [input.merchant]}
          // One merchant at a time: the newest choice replaces the one before.
          onChange={(chosen) => change({ merchant: chosen.at(-1) })}
        />
        {address !== "" && <ClearFilters onClear={clear} />}
      </search>
      <TimeZoneProvider timeZone={null}>
        <CustomerList key={address} input={input} />
      </TimeZoneProvider>
    </div>
  );
}
