import currencyCodes from "currency-codes";

export type Currency = { code: string; name: string; decimals: number };

const byCode = new Map(
  currencyCodes.data.map(({ code, currency, digits }) => [code, { code, name: currency, decimals: digits }]),
);

/** The ISO 4217 currency with that code, with its number of minor-unit digits; null when there is none. */
export function findCurrency(code: string): Currency | null {
  return byCode.get(code) ?? null;
}

/** All of them, by code. */
export function listCurrencies(): Currency[] {
  return [...byCode.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
}
