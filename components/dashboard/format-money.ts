import { formatAtomic } from "#lib/core/money.ts";
import type { ShownMoney } from "#lib/dashboard/rpc/contract.ts";

/**
 * Formats an amount without its unit. Exact for any size: the value goes to Intl as decimal text, never through
 * `Number`. Fiat shows all its decimals, a token at least two and no trailing zeros beyond them.
 */
export function formatFigure({ value, decimals }: ShownMoney): string {
  const decimal = formatAtomic(BigInt(value), decimals) as Intl.StringNumericLiteral;
  const minimumFractionDigits = Math.min(2, decimals);
  return new Intl.NumberFormat("en", { minimumFractionDigits, maximumFractionDigits: decimals }).format(decimal);
}

/** Formats an amount with its unit and a non-breaking space: `1,234.50 USDC`. */
export function moneyLine(money: ShownMoney): string {
  return `${formatFigure(money)}\u00a0${money.symbol}`;
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 3 });

/** Formats a number of an axis in a compact form that still names its exact value, such as `1.05K`. */
export function formatTick(value: number): string {
  return compact.format(value);
}
