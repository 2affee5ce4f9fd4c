import { AmountFigure } from "#components/checkout/amount-figure.tsx";
import type { WireAmount } from "#lib/api/schemas/amount.ts";

/** Who is paid, and how much. */
export function PaymentSummary({ merchantName, amount }: { merchantName: string; amount: WireAmount }) {
  const { assetName, networkName } = amount.display;
  return (
    <div className="flex grow flex-col justify-between gap-6">
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-wash text-lg font-semibold text-accent uppercase"
        >
          {Array.from(merchantName)[0]}
        </span>
        <div className="min-w-0">
          <p className="text-sm text-ink-muted">Payment to</p>
          <h1 className="leading-snug font-semibold break-words">{merchantName}</h1>
        </div>
      </div>
      <div className="space-y-1">
        <AmountFigure amount={amount} />
        <p className="text-ink-muted">{networkName === undefined ? assetName : `${assetName} on ${networkName}`}</p>
      </div>
    </div>
  );
}
