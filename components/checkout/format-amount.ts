import type { WireAmount } from "#lib/api/schemas/amount.ts";
import type { WireOption } from "#lib/api/schemas/gateway.ts";
import { formatAtomic } from "#lib/core/money.ts";

type ExchangeRate = NonNullable<WireOption["exchangeRate"]>;

/** A formatted amount. Fiat has its currency sign in the figure; a token has a separate symbol. */
export type AmountText = { figure: string; symbol: string | null };

/** Formats an amount exactly: Intl gets the value as decimal text, never as a `Number`. */
export function formatAmount({ unit, value, display }: WireAmount, locale = "en"): AmountText {
  const { decimals, assetSymbol } = display;
  const decimal = formatAtomic(BigInt(value), decimals) as Intl.StringNumericLiteral;
  const isFiat = unit.startsWith("iso4217/");
  const format = new Intl.NumberFormat(locale, {
    ...(isFiat ? { style: "currency", currency: assetSymbol } : {}),
    minimumFractionDigits: isFiat ? decimals : Math.min(2, decimals),
    maximumFractionDigits: decimals,
  });
  // Amounts read left to right in every language. Intl's right-to-left marks for Arabic would move signs.
  return { figure: format.format(decimal).replaceAll(/[\u061c\u200f]/g, ""), symbol: isFiat ? null : assetSymbol };
}

/**
 * Formats an amount on one line, with a non-breaking space. For Arabic it adds the isolates U+2066 and U+2069, which
 * keep the amount left to right inside right-to-left text.
 */
export function amountLine(amount: WireAmount, locale = "en"): string {
  const { figure, symbol } = formatAmount(amount, locale);
  const line = symbol === null ? figure : `${figure}\u00a0${symbol}`;
  return locale.startsWith("ar") ? `\u2066${line}\u2069` : line;
}

/**
 * Formats the rate by which a price was converted to a token, such as `1 EUR = 1.0803 USDC`. Exact, because Intl
 * gets decimal text. Reads left to right in every language, like {@link amountLine}.
 */
export function rateLine({ currency, value }: ExchangeRate, symbol: string, locale = "en"): string {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 });
  const rate = format.format(value as Intl.StringNumericLiteral);
  const line = `1\u00a0${currency} = ${rate}\u00a0${symbol}`;
  return locale.startsWith("ar") ? `\u2066${line}\u2069` : line;
}

/** Returns the asset's name: a currency's in the given language, a token's as registered. */
export function assetNameOf({ unit, display }: WireAmount, locale: string): string {
  if (!unit.startsWith("iso4217/")) return display.assetName;
  return new Intl.DisplayNames(locale, { type: "currency" }).of(display.assetSymbol) ?? display.assetName;
}
