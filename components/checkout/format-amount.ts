import type { WireAmount } from "#lib/api/schemas/amount.ts";
import { formatAtomic } from "#lib/core/money.ts";

/** An amount to be read: fiat carries its sign in the figure, a token its symbol beside it. */
export type AmountText = { figure: string; symbol: string | null };

/** Exact whatever the size: the value goes to Intl as decimal text, never through `Number`. */
export function formatAmount({ unit, value, display }: WireAmount): AmountText {
  const { decimals, assetSymbol } = display;
  const decimal = formatAtomic(BigInt(value), decimals) as Intl.StringNumericLiteral;
  const isFiat = unit.startsWith("iso4217/");
  const format = new Intl.NumberFormat("en", {
    ...(isFiat ? { style: "currency", currency: assetSymbol } : {}),
    minimumFractionDigits: isFiat ? decimals : Math.min(2, decimals),
    maximumFractionDigits: decimals,
  });
  return { figure: format.format(decimal), symbol: isFiat ? null : assetSymbol };
}

/** The same in one line, as for a title; the space does not break. */
export function amountLine(amount: WireAmount): string {
  const { figure, symbol } = formatAmount(amount);
  return symbol === null ? figure : `${figure}\u00a0${symbol}`;
}
