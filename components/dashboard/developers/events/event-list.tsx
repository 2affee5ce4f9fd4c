"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ClearFilters } from "#components/dashboard/data/clear-filters.tsx";
import { PagedList } from "#components/dashboard/data/paged-list.tsx";
import { eventPages } from "#components/dashboard/data/queries.ts";
import { useAddressFilter } from "#components/dashboard/data/use-address-filter.ts";
import {
  type EventFilterInput,
  readEventFilter,
  writeEventFilter,
} from "#components/dashboard/developers/events/filter-url.ts";
import { deliveredWords } from "#components/dashboard/developers/webhooks/delivered-words.ts";
import { paths } from "#components/dashboard/paths.ts";
import { ChoiceFilter } from "#components/dashboard/payments/choice-filter.tsx";
import { DateFilter } from "#components/dashboard/payments/date-filter.tsx";
import { MerchantFilter } from "#components/dashboard/payments/merchant-filter.tsx";
import { When } from "#components/dashboard/when.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { controlClass } from "#components/ui/field.tsx";
import { Link } from "#components/ui/link.tsx";
import { eventTypes } from "#lib/core/event-types.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

const inAddress = { read: readEventFilter, write: writeEventFilter };
const types = eventTypes.map((type) => ({ id: type, label: type }));

/** The partner's events for the URL's filters, newest first. */
export function EventList() {
  const { filter, address, change, clear } = useAddressFilter(inAddress);
  const list = useInfiniteQuery(eventPages(filter));
  const isFiltered = address !== "";
  return (
    <>
      <search aria-label="Events" className="flex flex-wrap items-start gap-2">
        <ChoiceFilter
          name="Type"
          choices={types}
          chosen={filter.types ?? []}
          onChange={(chosen) => change({ types: chosen as NonNullable<EventFilterInput["types"]> })}
        />
        <DateFilter from={filter.from} to={filter.to} onChange={change} />
        <MerchantFilter chosen={filter.merchants ?? []} onChange={(merchants) => change({ merchants })} />
        <input
          type="search"
          aria-label="Payment ID"
          placeholder="Payment ID"
          spellCheck={false}
          maxLength={64}
          value={filter.payment ?? ""}
          onChange={({ target }) => change({ payment: target.value.trim() || undefined })}
          className={`${controlClass} sm:min-h-9 sm:max-w-80 sm:py-1`}
        />
        {isFiltered && <ClearFilters onClear={clear} />}
      </search>
      <PagedList
        query={list}
        noun="events"
        rowsOf={(page) => page.events}
        empty={
          <EmptyState title={isFiltered ? "No matching events" : "No events yet"}>
            <p>
              {isFiltered
                ? "Try removing a filter, or change the dates."
                : "Events appear here as soon as something happens to a payment, a payout or a merchant."}
            </p>
          </EmptyState>
        }
      >
        {(event) => <EventRow key={event.id} event={event} />}
      </PagedList>
    </>
  );
}

type ListedEvent = QueryOutput<"events.list">["events"][number];

function EventRow({ event: { id, type, merchantName, createdAt, delivered } }: { event: ListedEvent }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <Link
        href={paths.event(id)}
        className="min-w-0 grow basis-56 font-mono text-[0.8125rem] font-medium wrap-anywhere underline-offset-4 hover:underline"
      >
        {type}
      </Link>
      <span className="min-w-0 grow truncate text-ink-muted max-sm:basis-full sm:basis-32">
        <bdi>{merchantName}</bdi>
      </span>
      <span className="grow basis-40 text-ink-muted first-letter:uppercase">
        <span className={delivered.failed > 0 ? "text-critical" : ""}>{deliveredWords(delivered)}</span>
      </span>
      <When at={createdAt} precision="second" isBare className="text-ink-muted" />
    </li>
  );
}
