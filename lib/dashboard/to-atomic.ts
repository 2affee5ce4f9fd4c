import { findToken } from "#lib/chain/tokens.ts";
import { findCurrency } from "#lib/core/currencies.ts";
import { invalidField } from "#lib/core/errors.ts";
import { parseDecimal, parseUnit } from "#lib/core/money.ts";

/**
 * Converts a decimal in major units, such as `24.90`, to the smallest unit exactly.
 * @throws TillError `params_validation`.
 */
export function toAtomic({ unit, value }: { unit: string; value: string }): string {
  const known = decimalsOf(unit);
  if (known === null) throw invalidField("amount.unit", "is not a supported currency or token");
  const ratio = parseDecimal(value);
  if (ratio === null) throw invalidField("amount.value", "must be a positive amount such as 24.90");
  const scaled = ratio.numerator * 10n ** BigInt(known.decimals);
  if (scaled % ratio.denominator !== 0n) {
    throw invalidField("amount.value", `can have at most ${known.decimals} decimals in ${known.symbol}`);
  }
  return (scaled / ratio.denominator).toString();
}

function decimalsOf(text: string): { decimals: number; symbol: string } | null {
  const unit = parseUnit(text);
  if (unit === null) return null;
  if (unit.kind === "token") return findToken(unit.asset);
  const currency = findCurrency(unit.currency);
  return currency && { decimals: currency.decimals, symbol: currency.code };
}
