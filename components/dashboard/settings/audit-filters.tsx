"use client";

import { thingWords } from "#components/dashboard/settings/audit-words.ts";
import { SelectField, TextField } from "#components/ui/field.tsx";
import { isolated } from "#lib/core/isolated.ts";
import type { QueryInput } from "#lib/dashboard/rpc/contract.ts";

export type AuditFilter = Omit<QueryInput<"settings.audit">, "before" | "limit">;

/** Actors other than members. */
const kinds = [
  { value: "api_key", label: "Any API key" },
  { value: "operator", label: "The operator" },
  { value: "service", label: "Till" },
] as const;

type AuditFiltersProps = {
  people: readonly { id: string; name: string }[];
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
};

/** The filters of the audit log. */
export function AuditFilters({ people, filter, onChange }: AuditFiltersProps) {
  const set = (changes: AuditFilter) => {
    const all = Object.entries({ ...filter, ...changes });
    onChange(Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== "")));
  };
  const chooseWho = (value: string) => {
    const kind = kinds.find((one) => one.value === value)?.value;
    set({ actorKind: kind, actorId: kind === undefined ? value : undefined });
  };
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        label="Who"
        value={filter.actorId ?? filter.actorKind ?? ""}
        onChange={(event) => chooseWho(event.target.value)}
      >
        <option value="">Anyone</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {isolated(name)}
          </option>
        ))}
        {kinds.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="What"
        value={filter.subjectType ?? ""}
        onChange={(event) => set({ subjectType: event.target.value })}
      >
        <option value="">Everything</option>
        {Object.keys(thingWords).map((type) => (
          <option key={type} value={type}>
            {optionOf(type)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="ID"
        type="search"
        maxLength={128}
        placeholder="mrch_…, pay_…, key_…"
        value={filter.subjectId ?? ""}
        onChange={(event) => set({ subjectId: event.target.value.trim() })}
      />
    </div>
  );
}

function optionOf(type: string): string {
  const words = {
    crypto_settlement: "settlement destinations",
    fiat_settlement: "bank accounts",
    bulk_payout: "payouts of held money",
    api_key: "API keys",
    partner: "company",
    buyer_data_policy: "buyer details policy",
  };
  const word = words[type as keyof typeof words] ?? `${type.replaceAll("_", " ")}s`;
  return word[0]?.toUpperCase() + word.slice(1);
}
