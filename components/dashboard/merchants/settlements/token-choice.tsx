"use client";

import type { Network } from "#components/dashboard/merchants/settlements/judge-address.ts";
import { ActionButton } from "#components/ui/action-button.tsx";

type TokenChoiceProps = {
  networks: readonly Network[];
  /** Assets that have a destination already. */
  taken: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

/** A multiple choice of tokens by network; disabled networks are listed separately. */
export function TokenChoice({ networks, taken, chosen, onChange }: TokenChoiceProps) {
  const enabled = networks.filter(({ isEnabled }) => isEnabled);
  const others = networks.filter(({ isEnabled }) => !isEnabled);
  const free = enabled.flatMap(({ tokens }) => tokens.map(({ asset }) => asset)).filter((asset) => !taken.has(asset));
  const isAll = free.length > 0 && free.every((asset) => chosen.has(asset));
  const list = (shown: readonly Network[]) => (
    <ul className="space-y-3">
      {shown.map((network) => (
        <li key={network.chainId}>
          <NetworkTokens network={network} taken={taken} chosen={chosen} onChange={onChange} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="space-y-3">
      {free.length > 1 && (
        <ActionButton look="quiet" className="-mx-4" onClick={() => onChange(new Set(isAll ? [] : free))}>
          {isAll ? "Select none" : "Select all"}
        </ActionButton>
      )}
      {list(enabled)}
      {others.length > 0 && (
        <details className="text-sm">
          <summary className="inline-block min-h-6 cursor-pointer rounded text-ink-muted hover:text-ink">
            {disabledWords(others.length)}
          </summary>
          <p className="py-2 text-ink-muted">Buyers can't pay on these networks until your operator enables them.</p>
          {list(others)}
        </details>
      )}
    </div>
  );
}

export function disabledWords(networks: number): string {
  return networks === 1 ? "1 network that isn't enabled" : `${networks} networks that aren't enabled`;
}

function NetworkTokens({
  network,
  taken,
  chosen,
  onChange,
}: Omit<TokenChoiceProps, "networks"> & { network: Network }) {
  const toggle = (asset: string) => {
    const next = new Set(chosen);
    if (!next.delete(asset)) next.add(asset);
    onChange(next);
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <legend className="sr-only">{network.name}</legend>
      <span aria-hidden="true" className="flex w-full items-center gap-2 text-sm font-medium sm:w-40">
        <NetworkIcon chainId={network.chainId} />
        {network.name}
      </span>
      {network.tokens.map(({ asset, symbol }) => (
        <label
          key={asset}
          className="inline-flex min-h-9 items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-sm has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-disabled:border-line has-disabled:text-ink-muted pointer-coarse:min-h-11"
        >
          <input
            type="checkbox"
            disabled={taken.has(asset)}
            checked={taken.has(asset) || chosen.has(asset)}
            onChange={() => toggle(asset)}
            className="size-4 accent-accent"
          />
          {symbol}
          {taken.has(asset) && <span className="sr-only">, already has a destination</span>}
        </label>
      ))}
    </fieldset>
  );
}

/** A decorative icon next to a network's name. */
export function NetworkIcon({ chainId }: { chainId: number }) {
  // biome-ignore lint/performance/noImgElement: next/image writes style attributes, which the Content-Security-Policy refuses.
  return <img src={`/icons/networks/${chainId}.svg`} alt="" width={20} height={20} className="size-5 shrink-0" />;
}
