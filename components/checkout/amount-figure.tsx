import { formatAmount } from "#components/checkout/format-amount.ts";
import type { WireAmount } from "#lib/api/schemas/amount.ts";

/** Font sizes that fit a line of up to this many characters into the box around it at any width (a digit is 0.62 em wide). */
const sizes = [
  { upTo: 10, className: "text-[min(3.25rem,15.5cqi)]" },
  { upTo: 13, className: "text-[min(3rem,12cqi)]" },
  { upTo: 17, className: "text-[min(3rem,9.2cqi)]" },
  { upTo: 21, className: "text-[min(3rem,7.5cqi)]" },
  { upTo: 26, className: "text-[min(3rem,6cqi)]" },
  { upTo: 32, className: "text-[min(3rem,4.9cqi)]" },
];
/** A longer amount gets a row of its own in a folded summary, so that the merchant's name keeps its place. */
const longest = 10;
const scrolling = "overflow-x-auto text-xl";

/** The amount in large type on one line. An amount too long for every size scrolls sideways. */
export function AmountFigure({ amount, locale }: { amount: WireAmount; locale: string }) {
  const { figure, symbol } = formatAmount(amount, locale);
  const length = figure.length + (symbol === null ? 0 : 1 + symbol.length * 0.75);
  const size = sizes.find(({ upTo }) => length <= upTo)?.className ?? scrolling;
  return (
    <div
      className={`@container leading-tight line:[container-type:normal] ${length > longest ? "line:col-span-full line:row-start-3" : "line:col-start-3 line:row-span-2 line:row-start-1 line:group-has-data-time-left/ticket:row-end-2"}`}
    >
      <p className={`font-semibold tracking-tight whitespace-nowrap tabular-nums ${size} line:text-lg`}>
        <bdi dir="ltr">
          {figure}
          {symbol !== null && (
            <span className="text-[max(0.5em,0.875rem)] font-medium text-ink-muted">
              {"\u00a0"}
              {symbol}
            </span>
          )}
        </bdi>
      </p>
    </div>
  );
}
