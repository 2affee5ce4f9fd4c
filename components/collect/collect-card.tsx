import type { ReactNode } from "react";
import { amountLine } from "#components/checkout/format-amount.ts";
import type { WireAmount } from "#lib/api/schemas/amount.ts";

type CollectCardProps = {
  /** Above the header in test mode. The checkout, in whose card a flat form is, has its own. */
  band: ReactNode;
  /** The label before the merchant's name. */
  paymentTo: string;
  merchantName: string;
  amount: WireAmount;
  /** A BCP 47 tag for Intl. */
  locale: string;
  /** True inside the checkout's card, which names the merchant and the amount itself. */
  isFlat: boolean;
  children: ReactNode;
};

/** The form, in a card whose header names the merchant and the amount of the payment. */
export function CollectCard(props: CollectCardProps) {
  const { band, paymentTo, merchantName, amount, locale, isFlat, children } = props;
  if (isFlat) {
    return (
      <article data-flat="" className="w-full p-1">
        {children}
      </article>
    );
  }
  return (
    <article className="w-full max-w-xl overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
      {band}
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-dashed border-line-strong bg-sunken px-6 py-4 sm:px-8">
        <p className="min-w-0 text-sm text-ink-muted">
          {paymentTo} <bdi className="font-medium break-words text-ink">{merchantName}</bdi>
        </p>
        <p className="max-w-full overflow-x-auto font-semibold whitespace-nowrap tabular-nums">
          {amountLine(amount, locale)}
        </p>
      </header>
      <div className="flex flex-col gap-6 p-6 sm:p-8">{children}</div>
    </article>
  );
}
