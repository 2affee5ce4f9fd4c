import { amountLine } from "#components/checkout/format-amount.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { WireAmount } from "#lib/api/schemas/amount.ts";

/** What was paid, and where it can be looked up. */
export function PaidDetails({ amount, txId }: { amount: WireAmount; txId: string }) {
  const { iconUrl, networkIconUrl, networkName } = amount.display;
  return (
    <dl className="divide-y divide-line border-t border-line">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3.5">
        <dt className="text-ink-muted">Paid</dt>
        <dd className="flex max-w-full items-center gap-2 overflow-x-auto font-medium whitespace-nowrap tabular-nums">
          <Mark url={iconUrl} />
          {amountLine(amount)}
        </dd>
      </div>
      <div className="flex items-center justify-between gap-4 py-3.5">
        <dt className="text-ink-muted">Network</dt>
        <dd className="flex items-center gap-2 font-medium">
          <Mark url={networkIconUrl} />
          {networkName}
        </dd>
      </div>
      <div className="flex items-center justify-between gap-4 py-2 noscript:block noscript:py-3.5">
        <dt className="text-ink-muted">Transaction</dt>
        <dd className="-mr-3 flex items-center gap-1 font-medium tabular-nums noscript:mr-0">
          <span className="whitespace-nowrap noscript:hidden">{shorten(txId)}</span>
          <span className="hidden text-sm break-all noscript:inline">{txId}</span>
          <CopyButton text={txId} label="Copy transaction hash" look="icon" />
        </dd>
      </div>
    </dl>
  );
}

/** Decoration: the name stands beside it. Taken from the host that the page came from, whatever it calls itself. */
function Mark({ url }: { url: string | undefined }) {
  if (url === undefined) return null;
  // biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the policy refuses.
  return <img src={new URL(url).pathname} alt="" width={20} height={20} className="size-5" />;
}

function shorten(hash: string): string {
  return hash.length <= 16 ? hash : `${hash.slice(0, 8)}…${hash.slice(-6)}`;
}
