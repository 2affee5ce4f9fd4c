import currencyCodes from "currency-codes";

export type Currency = { code: string; name: string; decimals: number };

const byCode = new Map(
  currencyCodes.data.map(({ code, currency, digits }) => [code, { code, name: currency, decimals: digits }]),
);

/** Finds the ISO 4217 currency of a code, with its number of decimals; null when unknown. */
export function findCurrency(code: string): Currency | null {
  return byCode.get(code) ?? null;
}

/** Lists all ISO 4217 currencies, sorted by code. */
export function listCurrencies(): Currency[] {
  return [...byCode.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
}
