import currencyCodes from "currency-codes";

export type Currency = { code: string; name: string; decimals: number };

/** The ISO 4217 currency with that code, with its number of minor-unit digits; null when there is none. */
export function findCurrency(code: string): Currency | null {
  const found = currencyCodes.code(code);
  return found === undefined ? null : { code: found.code, name: found.currency, decimals: found.digits };
}
