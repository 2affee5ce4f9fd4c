import { formatFigure } from "#components/dashboard/format-money.ts";
import type { ShownMoney } from "#lib/dashboard/rpc/contract.ts";

type MoneyProps = { money: ShownMoney; className?: string; hasNetwork?: boolean };

/** An amount with its unit, in tabular figures and never wrapped. */
export function Money({ money, className = "", hasNetwork = false }: MoneyProps) {
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>
      {formatFigure(money)} <span className="text-ink-muted">{money.symbol}</span>
      {hasNetwork && money.network !== undefined && <span className="text-ink-muted"> on {money.network}</span>}
    </span>
  );
}
