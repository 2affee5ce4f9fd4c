"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { distinctNames } from "#components/dashboard/merchants/distinct-names.ts";
import { NoDestination } from "#components/dashboard/payments/no-destination.tsx";
import { SelectField, TextField } from "#components/ui/field.tsx";
import { isolated } from "#lib/core/isolated.ts";

type MerchantFieldProps = { initial: string | null; error: string | undefined };

/** The merchant of the payment, with a search above when there are more than the list holds. */
export function MerchantField({ initial, error }: MerchantFieldProps) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState(initial ?? "");
  const { data } = useQuery({
    ...rpcQuery("payments.merchants", { search, chosen: chosen === "" ? [] : [chosen] }),
    placeholderData: keepPreviousData,
  });
  const { merchants = [], hasMore = false } = data ?? {};
  const value = chosen === "" && merchants.length === 1 && !hasMore ? (merchants[0]?.id ?? "") : chosen;
  return (
    <div className="space-y-3">
      {(hasMore || search !== "") && (
        <TextField
          label="Search merchants"
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          placeholder="Name or ID"
        />
      )}
      <SelectField
        label="Merchant"
        name="merchantId"
        value={value}
        onChange={({ target }) => setChosen(target.value)}
        error={error}
      >
        <option value="">Select a merchant</option>
        {distinctNames(merchants).map(({ id, label, status }) => (
          <option key={id} value={id}>
            {isolated(label)}
            {status === "active" ? "" : ` (${status})`}
          </option>
        ))}
      </SelectField>
      <NoDestination merchantId={value} />
    </div>
  );
}
