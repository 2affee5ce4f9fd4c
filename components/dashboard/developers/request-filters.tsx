"use client";

import { SelectField, TextField } from "#components/ui/field.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

export type RequestFilter = Pick<QueryInput<"developers.requests">, "apiKeyId" | "statusClass" | "method" | "search">;

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const statusClasses = [
  { value: 2, label: "2xx: succeeded" },
  { value: 4, label: "4xx: rejected" },
  { value: 5, label: "5xx: failed" },
];

type RequestFiltersProps = {
  keys: readonly { id: string; name: string; hint: string }[];
  filter: RequestFilter;
  onChange: (filter: RequestFilter) => void;
};

/** The filters of the request log. */
export function RequestFilters({ keys, filter, onChange }: RequestFiltersProps) {
  const set = (changes: RequestFilter) => onChange(withoutEmpty({ ...filter, ...changes }));
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem_minmax(0,1.4fr)]">
      <SelectField
        label="Key"
        value={filter.apiKeyId ?? ""}
        onChange={(event) => set({ apiKeyId: event.target.value || undefined })}
      >
        <option value="">All keys</option>
        {keys.map(({ id, name, hint }) => (
          <option key={id} value={id}>
            {isolated(name)} (…{hint})
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Outcome"
        value={filter.statusClass ?? ""}
        onChange={(event) => set({ statusClass: Number(event.target.value) || undefined })}
      >
        <option value="">All</option>
        {statusClasses.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Method"
        value={filter.method ?? ""}
        onChange={(event) => set({ method: methods.find((method) => method === event.target.value) })}
      >
        <option value="">All</option>
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </SelectField>
      <TextField
        label="Path or Request-Id"
        type="search"
        maxLength={128}
        placeholder="pay_…"
        value={filter.search ?? ""}
        onChange={(event) => set({ search: event.target.value || undefined })}
      />
    </div>
  );
}

function withoutEmpty(filter: RequestFilter): RequestFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
