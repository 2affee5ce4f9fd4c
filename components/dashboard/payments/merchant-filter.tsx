"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { distinctNames } from "#components/dashboard/merchants/distinct-names.ts";
import { CheckList } from "#components/dashboard/payments/check-list.tsx";
import { filterLabel } from "#components/dashboard/payments/choice-filter.tsx";
import { controlClass } from "#components/ui/field.tsx";
import { Popover } from "#components/ui/popover.tsx";

type MerchantFilterProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void };

/** A filter by merchants, searched by part of a name or ID because there may be thousands. */
export function MerchantFilter({ chosen, onChange }: MerchantFilterProps) {
  const known = useQuery({
    ...rpcQuery("payments.merchants", { chosen: [...chosen] }),
    placeholderData: keepPreviousData,
  });
  const nameOf = (id: string) => known.data?.merchants.find((merchant) => merchant.id === id)?.name ?? id;
  return (
    <Popover label={filterLabel("Merchant", chosen.map(nameOf))} title="Merchant" isActive={chosen.length > 0}>
      {() => <MerchantSearch chosen={chosen} onChange={onChange} />}
    </Popover>
  );
}

function MerchantSearch({ chosen, onChange }: MerchantFilterProps) {
  const [search, setSearch] = useState("");
  const found = useQuery({
    ...rpcQuery("payments.merchants", { search, chosen: [...chosen] }),
    placeholderData: keepPreviousData,
  });
  const { merchants = [], hasMore = false } = found.data ?? {};
  return (
    <div className="space-y-2">
      <input
        type="search"
        aria-label="Search merchants by name or ID"
        placeholder="Name or ID"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className={controlClass}
      />
      <CheckList choices={distinctNames(merchants)} chosen={chosen} onChange={onChange} />
      <p role="status" className="px-2 text-sm text-ink-muted empty:hidden">
        {found.isSuccess && merchants.length === 0 && "No matching merchants."}
        {hasMore && "Type part of a name to narrow the list."}
      </p>
    </div>
  );
}
