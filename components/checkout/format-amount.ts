import type { WireAmount } from "#lib/api/schemas/amount.ts";
import { formatAtomic } from "#lib/core/money.ts";

/** An amount to be read: fiat carries its sign in the figure, a token its symbol beside it. */
export type AmountText = { figure: string; symbol: string | null };

/** Exact whatever the size: the value goes to Intl as decimal text, never through `Number`. */
export function formatAmount({ unit, value, display }: WireAmount, locale = "en"): AmountText {
  const { decimals, assetSymbol } = display;
  const decimal = formatAtomic(BigInt(value), decimals) as Intl.StringNumericLiteral;
  const isFiat = unit.startsWith("iso4217/");
  const format = new Intl.NumberFormat(locale, {
    ...(isFiat ? { style: "currency", currency: assetSymbol } : {}),
    minimumFractionDigits: isFiat ? decimals : Math.min(2, decimals),
    maximumFractionDigits: decimals,
  });
  // Amounts are shown from left to right in every language; Intl's mark for Arabic would turn the sign around.
  return { figure: format.format(decimal).replaceAll("\u200f", ""), symbol: isFiat ? null : assetSymbol };
}

/**
 * The same in one line, as for a title; the space does not break. In Arabic between marks (U+2066, U+2069) that keep it
 * from left to right, whatever stands around.
 */
export function amountLine(amount: WireAmount, locale = "en"): string {
  const { figure, symbol } = formatAmount(amount, locale);
  const line = symbol === null ? figure : `${figure}\u00a0${symbol}`;
  return locale.startsWith("ar") ? `\u2066${line}\u2069` : line;
}

/** What an amount is in, in words: a currency's name in the language, a token's own. */
export function assetNameOf({ unit, display }: WireAmount, locale: string): string {
  if (!unit.startsWith("iso4217/")) return display.assetName;
  return new Intl.DisplayNames(locale, { type: "currency" }).of(display.assetSymbol) ?? display.assetName;
}
