"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ClearFilters } from "#components/dashboard/data/clear-filters.tsx";
import { PagedList } from "#components/dashboard/data/paged-list.tsx";
import { deliveryPages } from "#components/dashboard/data/queries.ts";
import { useAddressFilter } from "#components/dashboard/data/use-address-filter.ts";
import {
  type DeliveryFilterInput,
  readDeliveryFilter,
  writeDeliveryFilter,
} from "#components/dashboard/developers/webhooks/filter-url.ts";
import {
  attemptWords,
  type Delivery,
  deliveryTones,
  deliveryWords,
} from "#components/dashboard/developers/webhooks/webhook.ts";
import { paths } from "#components/dashboard/paths.ts";
import { ChoiceFilter } from "#components/dashboard/payments/choice-filter.tsx";
import { When } from "#components/dashboard/when.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { eventTypes } from "#lib/core/event-types.ts";

const states = Object.entries(deliveryWords).map(([id, label]) => ({ id, label }));
const inAddress = { read: readDeliveryFilter, write: writeDeliveryFilter };
const types = eventTypes.map((type) => ({ id: type, label: type }));

/** An endpoint's deliveries for the URL's filters. @param isBusy when some are pending, so that the list changes soon. */
export function DeliveryList({ endpointId, isBusy }: { endpointId: string; isBusy: boolean }) {
  const { filter, address, change, clear } = useAddressFilter(inAddress);
  const list = useInfiniteQuery(deliveryPages({ endpointId, ...filter }, isBusy));
  const isFiltered = address !== "";
  return (
    <>
      <search aria-label="Deliveries" className="flex flex-wrap items-start gap-2">
        <ChoiceFilter
          name="Status"
          choices={states}
          chosen={filter.states ?? []}
          onChange={(chosen) => change({ states: chosen as NonNullable<DeliveryFilterInput["states"]> })}
        />
        <ChoiceFilter
          name="Type"
          choices={types}
          chosen={filter.types ?? []}
          onChange={(chosen) => change({ types: chosen as NonNullable<DeliveryFilterInput["types"]> })}
        />
        {isFiltered && <ClearFilters onClear={clear} />}
      </search>
      <PagedList
        query={list}
        noun="deliveries"
        rowsOf={(page) => page.deliveries}
        className=""
        empty={
          <EmptyState
            title={isFiltered ? `No matching deliveries${list.hasNextPage ? " so far" : ""}` : "No deliveries yet"}
          >
            <p>
              {list.hasNextPage && "The newest deliveries were searched. Show older ones to continue."}
              {isFiltered && !list.hasNextPage && "Try removing a filter."}
              {!isFiltered &&
                "Each event that this endpoint receives appears here. Send a test event to check the connection."}
            </p>
          </EmptyState>
        }
      >
        {(delivery) => <DeliveryRow key={delivery.eventId} endpointId={endpointId} delivery={delivery} />}
      </PagedList>
    </>
  );
}

function DeliveryRow({ endpointId, delivery }: { endpointId: string; delivery: Delivery }) {
  const { eventId, type, createdAt, state, attempts, nextAttemptAt } = delivery;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 text-sm first:pt-0 last:pb-0">
      <span className="w-20 shrink-0">
        <Badge tone={deliveryTones[state]}>{deliveryWords[state]}</Badge>
      </span>
      <Link
        href={paths.delivery(endpointId, eventId)}
        className="min-w-0 grow basis-48 font-mono text-[0.8125rem] font-medium wrap-anywhere underline-offset-4 hover:underline"
      >
        {type}
      </Link>
      <span className="text-ink-muted tabular-nums">
        {attemptWords(attempts)}
        {nextAttemptAt !== null && attempts > 0 && (
          <>
            , next <When at={nextAttemptAt} precision="second" isBare />
          </>
        )}
      </span>
      <When at={createdAt} precision="second" isBare className="text-ink-muted" />
    </li>
  );
}
