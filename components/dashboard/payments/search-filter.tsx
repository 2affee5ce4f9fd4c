"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { distinctNames } from "#components/dashboard/merchants/distinct-names.ts";
import { controlClass } from "#components/ui/field.tsx";

type SearchFilterProps = {
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
  /** Called with a merchant whose name matches, to show its payments. */
  onMerchant: (merchantId: string) => void;
};

const waitMs = 350;
const fewest = 3;
const merchantsShown = 3;

/**
 * A search by reference, payment ID, transaction hash or buyer address, sent when typing pauses. Merchants whose name matches are
 * offered below.
 */
export function SearchFilter({ search = "", onSearch, onMerchant }: SearchFilterProps) {
  const [typed, setTyped] = useState(search);
  const id = useId();
  const text = typed.trim();
  const isTooShort = text !== "" && text.length < fewest;
  // The URL also changes by browser navigation and by clearing all filters.
  useEffect(() => setTyped(search), [search]);
  useEffect(() => {
    if (isTooShort || text === search) return;
    const timer = setTimeout(() => onSearch(text === "" ? undefined : text), waitMs);
    return () => clearTimeout(timer);
  }, [text, isTooShort, search, onSearch]);
  return (
    <div className="w-full sm:w-72">
      <input
        type="search"
        data-shortcut="search"
        aria-label="Search payments"
        aria-invalid={isTooShort ? true : undefined}
        aria-describedby={isTooShort ? id : undefined}
        placeholder="Reference, ID, hash, address…"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={`${controlClass} sm:min-h-9 sm:py-1`}
      />
      {isTooShort && (
        <p id={id} className="mt-1 text-sm text-critical">
          Type at least {fewest} characters.
        </p>
      )}
      {search !== "" && <MatchingMerchants search={search} onMerchant={onMerchant} />}
    </div>
  );
}

function MatchingMerchants({ search, onMerchant }: { search: string } & Pick<SearchFilterProps, "onMerchant">) {
  const found = useQuery({
    ...rpcQuery("payments.merchants", { search: search.slice(0, 100) }),
    placeholderData: keepPreviousData,
  });
  const merchants = distinctNames(found.data?.merchants ?? []).slice(0, merchantsShown);
  if (merchants.length === 0) return null;
  return (
    <ul aria-label="Matching merchants" className="mt-1 text-sm">
      {merchants.map(({ id, label }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onMerchant(id)}
            className="min-h-8 max-w-full truncate text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            Show payments of <bdi>{label}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
