"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AddressLink } from "#components/dashboard/chain-links.tsx";
import type { CustomerFilterInput } from "#components/dashboard/customers/filter-url.ts";
import { customerPages } from "#components/dashboard/data/queries.ts";
import { FigureItem, FigureLink, FigureList, FigureRow } from "#components/dashboard/figure-row.tsx";
import { ListEnd } from "#components/dashboard/merchants/show-more.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import { writeListInput } from "#components/dashboard/payments/filter-url.ts";
import { When } from "#components/dashboard/when.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LoadingRows } from "#components/ui/loading-rows.tsx";
import { Problem } from "#components/ui/problem.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Customer = QueryOutput<"customers.list">["customers"][number];

/** The buyers with at least one successful payment, the latest first. */
export function CustomerList({ input }: { input: CustomerFilterInput }) {
  const query = useInfiniteQuery(customerPages(input));
  const { data, error } = query;
  if (data === undefined) {
    return error === null ? <LoadingRows label="Loading customers" /> : <Problem>{error.message}</Problem>;
  }
  const customers = data.pages.flatMap((page) => page.customers);
  if (customers.length === 0) {
    return (
      <EmptyState title={input.merchant === undefined ? "No customers yet" : "No customers of this merchant yet"}>
        <p>Buyers appear here a few seconds after their first payment succeeds.</p>
      </EmptyState>
    );
  }
  return (
    <section aria-label="Customers" className="rounded-xl border border-line bg-surface p-5">
      <FigureList>
        {customers.map((customer) => (
          <CustomerRow key={customer.account} customer={customer} merchant={input.merchant} />
        ))}
      </FigureList>
      <ListEnd query={query} />
    </section>
  );
}

type CustomerRowProps = { customer: Customer; merchant: string | undefined };

function CustomerRow({ customer, merchant }: CustomerRowProps) {
  const { account, address, payments, volume, firstDay, lastDay } = customer;
  const ofMerchant = merchant === undefined ? {} : { merchants: [merchant] };
  return (
    <FigureItem>
      <p className="min-w-0 grow basis-56">
        <AddressLink address={address} hasNetwork />
      </p>
      <FigureRow>
        <Fact label="Payments">{payments.toLocaleString("en")}</Fact>
        <Fact label="Volume">
          {volume.map((money) => (
            <span key={money.symbol} className="block">
              <Money money={money} />
            </span>
          ))}
        </Fact>
        <Fact label="First payment">
          <When at={`${firstDay}T00:00:00Z`} precision="day" />
        </Fact>
        <Fact label="Last payment">
          <When at={`${lastDay}T00:00:00Z`} precision="day" />
        </Fact>
      </FigureRow>
      <FigureLink href={`${paths.payments}${writeListInput({ search: account, ...ofMerchant })}`}>
        View payments
        <span className="sr-only">
          {" "}
          of {address.id} on {address.network}
        </span>
      </FigureLink>
    </FigureItem>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}
