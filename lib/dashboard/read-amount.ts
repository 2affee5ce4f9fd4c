import { invalidField } from "#lib/core/errors.ts";
import { parseDecimal } from "#lib/core/money.ts";

type Unit = { decimals: number; symbol: string };

/**
 * Reads an amount as members type it, in major units and with a decimal point or comma, such as `24.90`,
 * `24,90`, `1,250.00`, `1.250,00` or `1 250`, and converts it to the smallest unit exactly. What could be a
 * thousand or a decimal, such as `1,250`, is refused, unless the unit settles it: one without decimals, or
 * one with three, in which Till itself shows `1.250`.
 * @param field the field that a refusal names.
 * @throws TillError `params_validation`.
 */
export function readAmount(field: string, typed: string, unit: Unit): bigint {
  const { decimals, symbol } = unit;
  const text = typed.trim().replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "");
  const ratio = parseDecimal(withPoint(field, text, unit));
  if (ratio === null) throw invalidField(field, `must be an amount above zero, such as ${exampleWith(decimals)}`);
  const scaled = ratio.numerator * 10n ** BigInt(decimals);
  if (scaled % ratio.denominator === 0n) return scaled / ratio.denominator;
  throw invalidField(
    field,
    decimals === 0 ? `can't have decimals in ${symbol}` : `can have ${decimalsLimit(decimals, symbol)}`,
  );
}

/**
 * Reads an amount as {@link readAmount} does, which may be zero or negative.
 * @throws TillError `params_validation`.
 */
export function readSignedAmount(field: string, typed: string, unit: Unit): bigint {
  const text = typed.trim();
  if (/^[-−]?0+(?:[.,]0*)?$/.test(text)) return 0n;
  const isNegative = /^[-−]/.test(text);
  const amount = readAmount(field, isNegative ? text.slice(1) : text, unit);
  return isNegative ? -amount : amount;
}

/** Returns an amount without thousands separators and with a decimal point. */
function withPoint(field: string, text: string, unit: Unit): string {
  if (/^[1-9]\d{0,2}((,\d{3})+\.\d*|(,\d{3}){2,})$/.test(text)) return text.replaceAll(",", "");
  if (/^[1-9]\d{0,2}((\.\d{3})+,\d*|(\.\d{3}){2,})$/.test(text)) return text.replaceAll(".", "").replace(",", ".");
  const [, whole, separator, rest = ""] = /^([1-9]\d{0,2})([.,])(\d{3})$/.exec(text) ?? [];
  if (whole === undefined || (unit.decimals === 3 && separator === ".")) return text.replace(",", ".");
  if (unit.decimals === 0) return `${whole}${rest}`;
  throw invalidField(field, `is ambiguous: write ${whole}${rest} or ${asDecimal(whole, rest, unit)}`);
}

/** Words for the decimal that was perhaps meant, in a form that isn't ambiguous. */
function asDecimal(whole: string, rest: string, { decimals, symbol }: Unit): string {
  const digits = rest.replace(/0+$/, "");
  if (digits.length > decimals) return `an amount with ${decimalsLimit(decimals, symbol)}`;
  return `${whole}.${digits.length === 3 && decimals > 3 ? `${digits}0` : digits.padEnd(2, "0")}`;
}

const decimalsLimit = (decimals: number, symbol: string) => `at most ${decimals} decimals in ${symbol}`;
const exampleWith = (decimals: number) => (decimals === 0 ? "2490" : `24.${"9".padEnd(Math.min(decimals, 3), "0")}`);
