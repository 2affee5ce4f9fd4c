import { findToken } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { invalidField } from "#lib/core/errors.ts";
import { parseUnit } from "#lib/core/money.ts";
import { readAmount, readSignedAmount } from "#lib/dashboard/read-amount.ts";

/**
 * Converts an amount that a member has typed to the smallest unit exactly (see {@link readAmount}).
 * @throws TillError `params_validation`.
 */
export function toAtomic({ unit, value }: { unit: string; value: string }): string {
  return readAmount("amount.value", value, decimalsOf(unit)).toString();
}

/**
 * Converts the totals of a payment's line items, which may be negative, as {@link toAtomic} converts its amount.
 * @throws TillError `params_validation`.
 */
export function toAtomicItems<Item extends { total: string }>(unit: string, items: readonly Item[]): Item[] {
  const known = decimalsOf(unit);
  return items.map((item, place) => {
    return { ...item, total: readSignedAmount(`lineItems.${place}.total`, item.total, known).toString() };
  });
}

/** @throws TillError `params_validation` on the amount's unit when it isn't supported. */
function decimalsOf(text: string): { decimals: number; symbol: string } {
  const unit = parseUnit(text);
  const token = unit?.kind === "token" ? findToken(unit.asset) : null;
  if (token !== null) return token;
  const currency = unit?.kind === "fiat" ? findCurrency(unit.currency) : null;
  if (currency !== null) return { decimals: currency.decimals, symbol: currency.code };
  throw invalidField("amount.unit", "is not a supported currency or token");
}
