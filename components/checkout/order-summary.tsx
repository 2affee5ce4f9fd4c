import { amountLine } from "#components/checkout/format-amount.ts";
import type { Translate } from "#components/checkout/messages/messages.ts";
import { ChevronIcon } from "#components/ui/icons.tsx";
import type { WireAmount } from "#lib/api/schemas/amount.ts";

/** The merchant's description of the purchase, and its lines with their totals. */
export type Order = {
  description: string | null;
  items: readonly { name: string; quantity: number; total: WireAmount }[];
};
type OrderSummaryProps = { t: Translate; locale: string; order: Order };

/** A longer list is collapsed, so that the ways to pay stay near. */
const initiallyShown = 3;

/** The description and the items of an order. Works without JavaScript. */
export function OrderSummary({ t, locale, order: { description, items } }: OrderSummaryProps) {
  const list = (
    <ul className="space-y-1.5">
      {items.map(({ name, quantity, total }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two items may be the same.
        <li key={index} className="flex justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">
            {quantity > 1 && (
              <>
                <span className="text-ink-muted tabular-nums">{quantity.toLocaleString(locale)}&nbsp;×</span>{" "}
              </>
            )}
            <bdi>{name}</bdi>
          </span>
          <span className="max-w-3/5 shrink-0 text-end wrap-anywhere tabular-nums">{amountLine(total, locale)}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="space-y-2 text-sm">
      {description !== null && (
        <p className="wrap-anywhere">
          <bdi>{description}</bdi>
        </p>
      )}
      {items.length > 0 && items.length <= initiallyShown && list}
      {items.length > initiallyShown && (
        <details className="group">
          <summary className="-mx-2 flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-lg px-2 font-medium marker:hidden hover:bg-canvas">
            <ChevronIcon className="size-4 transition-transform group-open:rotate-180" />
            {t("summary.items", { count: items.length })}
          </summary>
          <div className="pt-1">{list}</div>
        </details>
      )}
    </div>
  );
}
