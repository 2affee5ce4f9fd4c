"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { MerchantListFilter } from "#components/dashboard/merchants/list-filter.ts";
import { controlClass } from "#components/ui/field.tsx";

const typingPauseMs = 250;

type MerchantFiltersProps = {
  filter: MerchantListFilter;
  lackingCount: number;
  onChange: (filter: MerchantListFilter) => void;
};

/** The filters of the merchant list: search, status and missing destination. */
export function MerchantFilters({ filter, lackingCount, onChange }: MerchantFiltersProps) {
  const isLacking = filter.lacksDestination === true;
  const { status: _status, ...anyStatus } = filter;
  const { lacksDestination: _lacks, ...anyDestination } = filter;
  return (
    <search className="flex flex-wrap gap-2">
      <SearchField value={filter.search ?? ""} onChange={(search) => onChange({ ...filter, search })} />
      <select
        aria-label="Status"
        value={filter.status ?? ""}
        onChange={({ target: { value } }) =>
          onChange(value === "" ? anyStatus : { ...filter, status: value as NonNullable<MerchantListFilter["status"]> })
        }
        className={`${controlClass} max-sm:w-auto max-sm:grow sm:w-40`}
      >
        <option value="">Any status</option>
        <option value="active">Active</option>
        <option value="suspended">Suspended</option>
        <option value="inactive">Inactive</option>
      </select>
      {(lackingCount > 0 || isLacking) && (
        <button
          type="button"
          aria-pressed={isLacking}
          onClick={() => onChange(isLacking ? anyDestination : { ...filter, lacksDestination: true })}
          className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:min-h-11"
        >
          No destination
          <span className="font-semibold tabular-nums">{lackingCount}</span>
        </button>
      )}
    </search>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  // Synchronizes with changes from outside: "Show all merchants" or browser navigation.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setTyped(value);
      setSent(value);
    }
  }
  const send = useEffectEvent((text: string) => {
    if (text === value) return;
    setSent(text);
    onChange(text);
  });
  useEffect(() => {
    const timer = setTimeout(() => send(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      type="search"
      aria-label="Search by name or ID"
      placeholder="Search by name or ID"
      maxLength={256}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      className={`${controlClass} sm:max-w-sm`}
    />
  );
}
