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
  const nameOf = (id: string) => known.data?.merchants.find((merchant) => merchant.id === id)?.name;
  // The data is that of the choice before while the new one loads.
  const missing = known.isSuccess && !known.isPlaceholderData ? chosen.filter((id) => nameOf(id) === undefined) : [];
  return (
    <>
      <Popover
        label={filterLabel(
          "Merchant",
          chosen.map((id) => nameOf(id) ?? id),
        )}
        title="Merchant"
        isActive={chosen.length > 0}
      >
        {() => <MerchantSearch chosen={chosen} missing={missing} onChange={onChange} />}
      </Popover>
      {missing.length > 0 && (
        <p role="status" className="order-last basis-full text-sm text-pretty text-ink-muted">
          {missing.length === 1 ? "A merchant in this filter was" : `${missing.length} merchants in this filter were`}{" "}
          deleted or never existed: <span className="break-all">{missing.join(", ")}</span>. Payments of deleted
          merchants are still listed.
        </p>
      )}
    </>
  );
}

function MerchantSearch({ chosen, missing, onChange }: MerchantFilterProps & { missing: readonly string[] }) {
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
      <CheckList
        choices={[...missing.map((id) => ({ id, label: `${id} (not found)` })), ...distinctNames(merchants)]}
        chosen={chosen}
        onChange={onChange}
      />
      <p role="status" className="px-2 text-sm text-ink-muted empty:hidden">
        {found.isSuccess && merchants.length === 0 && "No matching merchants."}
        {hasMore && "Type part of a name to narrow the list."}
      </p>
    </div>
  );
}
