import { Money } from "#components/dashboard/money.tsx";
import { Card } from "#components/ui/card.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

/** The minimum payment of each network, and today's use of the budget for network costs. */
export function NetworkCosts({ costs: { minimums, used, budget } }: { costs: QueryOutput<"settings.networkCosts"> }) {
  return (
    <Card
      title="Network costs"
      about="A network is offered when the payment is large enough to cover its costs. Minimums follow the current gas price."
    >
      <dl className="grid max-w-md grid-cols-[1fr_auto] gap-y-2 text-sm tabular-nums">
        {minimums.map(({ chainId, network, minimum }) => (
          <div key={chainId} className="contents">
            <dt className="text-ink-muted">Minimum on {network}</dt>
            <dd className="text-right">{minimum === null ? "Not available" : <Money money={minimum} />}</dd>
          </div>
        ))}
        <dt className="mt-2 border-t border-line pt-3">Used today (UTC)</dt>
        <dd className="mt-2 border-t border-line pt-3 text-right">
          <Money money={used} />
        </dd>
        <dt>Daily budget, set by your operator</dt>
        <dd className="text-right">{budget === null ? "Unlimited" : <Money money={budget} />}</dd>
      </dl>
    </Card>
  );
}
