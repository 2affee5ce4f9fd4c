"use client";

import { ClearFilters } from "#components/dashboard/data/clear-filters.tsx";
import { useAddressFilter } from "#components/dashboard/data/use-address-filter.ts";
import { ExceptionList } from "#components/dashboard/exceptions/exception-list.tsx";
import { readExceptionFilter, writeExceptionFilter } from "#components/dashboard/exceptions/filter-url.ts";
import { paths } from "#components/dashboard/paths.ts";
import { MerchantFilter } from "#components/dashboard/payments/merchant-filter.tsx";
import { buttonClass } from "#components/ui/action-button.tsx";
import { Card } from "#components/ui/card.tsx";
import { DownloadLink } from "#components/ui/download-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

const inAddress = { read: readExceptionFilter, write: writeExceptionFilter };

/** The exceptions of the merchant in the URL, or of all: those that wait for a person, and those that have ended. */
export function ExceptionsView() {
  const { filter, address, change, clear } = useAddressFilter(inAddress);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <search aria-label="Exceptions" className="flex flex-wrap items-start gap-2">
          <MerchantFilter
            chosen={filter.merchant === undefined ? [] : [filter.merchant]}
            // One merchant at a time: the newest choice replaces the one before.
            onChange={(chosen) => change({ merchant: chosen.at(-1) })}
          />
          {address !== "" && <ClearFilters onClear={clear} />}
        </search>
        <DownloadLink href={`${paths.exceptions}/export${address}`} className={buttonClass("plain")}>
          Export CSV
        </DownloadLink>
      </div>
      <Card title="Open" about="Nothing happens to this money until a person decides. Open the payment to decide.">
        <ExceptionList
          key={`open ${address}`}
          filter={filter}
          isOpen
          empty={
            <EmptyState title="No open exceptions">
              <p>A transfer appears here when its amount, time, token or network isn't what its payment asked for.</p>
            </EmptyState>
          }
        />
      </Card>
      <Card title="Ended">
        <ExceptionList
          key={`ended ${address}`}
          filter={filter}
          isOpen={false}
          empty={<p className="text-sm text-ink-muted">Exceptions that were decided appear here.</p>}
        />
      </Card>
    </>
  );
}
