import { formatAtomic } from "#lib/core/money.ts";
import type { ShownMoney } from "#lib/dashboard/rpc/contract.ts";

/**
 * The figure of an amount, exact whatever the size: the value goes to Intl as decimal text, never through `Number`.
 * Fiat has its decimals, a token at least two and no zeros beyond them.
 */
export function formatFigure({ value, decimals }: ShownMoney): string {
  const decimal = formatAtomic(BigInt(value), decimals) as Intl.StringNumericLiteral;
  const minimumFractionDigits = Math.min(2, decimals);
  return new Intl.NumberFormat("en", { minimumFractionDigits, maximumFractionDigits: decimals }).format(decimal);
}

/** The same with its unit, in one line that does not break: `1,234.50 USDC`. */
export function moneyLine(money: ShownMoney): string {
  return `${formatFigure(money)}\u00a0${money.symbol}`;
}
