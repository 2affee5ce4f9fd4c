import { formatFigure } from "#components/dashboard/format-money.ts";
import type { ShownMoney } from "#lib/dashboard/rpc/contract.ts";

type MoneyProps = { money: ShownMoney; className?: string; hasNetwork?: boolean };

/** An amount with its unit, in tabular figures. Only the network may be on a second line. */
export function Money({ money, className = "", hasNetwork = false }: MoneyProps) {
  return (
    <span className={`tabular-nums ${className}`}>
      <span className="whitespace-nowrap">
        {formatFigure(money)} <span className="text-ink-muted">{money.symbol}</span>
      </span>
      {hasNetwork && money.network !== undefined && (
        <span className="text-ink-muted">
          {" "}
          <span className="whitespace-nowrap">on {money.network}</span>
        </span>
      )}
    </span>
  );
}
