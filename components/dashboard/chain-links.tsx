import { CopyButton } from "#components/ui/copy-button.tsx";
import { ExternalIcon } from "#components/ui/icons.tsx";
import type { ShownOnChain } from "#lib/dashboard/rpc/contract.ts";

/** A shortened account address that links to its network's explorer and copies in full. */
export function AddressLink({ address, ...rest }: { address: ShownOnChain; hasNetwork?: boolean }) {
  return <ChainLink {...address} {...rest} what="address" />;
}

/** A transaction, as {@link AddressLink}. */
export function ExplorerLink({ transaction, ...rest }: { transaction: ShownOnChain; hasNetwork?: boolean }) {
  return <ChainLink {...transaction} {...rest} what="transaction hash" />;
}

type ChainLinkProps = ShownOnChain & { hasNetwork?: boolean; what: string };

function ChainLink({ id, network, explorerUrl, hasNetwork = false, what }: ChainLinkProps) {
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center whitespace-nowrap">
      {explorerUrl === null ? (
        <ShortId id={id} />
      ) : (
        <a
          href={explorerUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-6 items-center gap-1.5 rounded text-accent underline-offset-4 hover:underline"
        >
          <ShortId id={id} />
          <ExternalIcon className="size-3.5 shrink-0" />
          <span className="sr-only">on the {network} explorer (opens in a new tab)</span>
        </a>
      )}
      <CopyButton
        text={id}
        label={`Copy ${what}`}
        words={{ copied: "Copied", failed: "Couldn't copy" }}
        look="compact"
      />
      {hasNetwork && <span className="text-sm text-ink-muted">{network}</span>}
    </span>
  );
}

/** The first and last characters; the full value is the tooltip. */
export function ShortId({ id }: { id: string }) {
  const isLong = id.length > 16;
  return (
    <span title={id} className="font-mono text-[0.9em]">
      {isLong ? `${id.slice(0, 8)}…${id.slice(-6)}` : id}
    </span>
  );
}
