"use client";

import { useQuery } from "@tanstack/react-query";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { SelectField, TextField } from "#components/ui/field.tsx";

type AmountFieldProps = { valueError: string | undefined; unitError: string | undefined };

/** The most common currencies, listed first. */
const usual = ["USD", "EUR", "GBP"];

/** The amount and its unit: a currency, which the buyer pays in a token of their choice, or one token. */
export function AmountField({ valueError, unitError }: AmountFieldProps) {
  const { data } = useQuery({ ...rpcQuery("payments.units", {}), staleTime: Number.POSITIVE_INFINITY });
  const { currencies = [], tokens = [] } = data ?? {};
  const rank = (code: string) => (usual.includes(code) ? usual.indexOf(code) : usual.length);
  const sorted = currencies.toSorted((a, b) => rank(a.code) - rank(b.code));
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-3">
      <TextField
        label="Amount"
        name="value"
        inputMode="decimal"
        autoComplete="off"
        placeholder="24.90"
        className="tabular-nums"
        error={valueError}
      />
      <SelectField label="Currency or token" name="unit" error={unitError}>
        <optgroup label="Currencies">
          {sorted.map(({ unit, code, name }) => (
            <option key={unit} value={unit}>
              {code} – {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Tokens">
          {tokens.map(({ unit, symbol, network }) => (
            <option key={unit} value={unit}>
              {symbol} on {network}
            </option>
          ))}
        </optgroup>
      </SelectField>
    </div>
  );
}
