import { findToken } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { invalidField } from "#lib/core/errors.ts";
import { parseUnit } from "#lib/core/money.ts";
import { readAmount } from "#lib/dashboard/read-amount.ts";

/**
 * Converts an amount that a member has typed to the smallest unit exactly (see {@link readAmount}).
 * @throws TillError `params_validation`.
 */
export function toAtomic({ unit, value }: { unit: string; value: string }): string {
  const known = decimalsOf(unit);
  if (known === null) throw invalidField("amount.unit", "is not a supported currency or token");
  return readAmount("amount.value", value, known).toString();
}

function decimalsOf(text: string): { decimals: number; symbol: string } | null {
  const unit = parseUnit(text);
  if (unit === null) return null;
  if (unit.kind === "token") return findToken(unit.asset);
  const currency = findCurrency(unit.currency);
  return currency && { decimals: currency.decimals, symbol: currency.code };
}
