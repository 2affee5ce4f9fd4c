import { Money } from "#components/dashboard/money.tsx";
import { Card } from "#components/ui/card.tsx";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

/** The operator's fees, with an example. */
export function Fees({ fees: { fixed, percentage, example } }: { fees: QueryOutput<"settings.partner">["fees"] }) {
  return (
    <Card title="Fees" about="Set by your operator. A payment keeps the fees that applied when it was created.">
      <dl className="grid max-w-md grid-cols-[1fr_auto] gap-y-2 text-sm tabular-nums">
        <dt className="text-ink-muted">Percentage</dt>
        <dd className="text-right">{percentage}%</dd>
        <dt className="text-ink-muted">Fixed fee per payment</dt>
        <dd className="text-right">
          <Money money={fixed} />
        </dd>
        <dt className="mt-2 border-t border-line pt-3">Example payment</dt>
        <dd className="mt-2 border-t border-line pt-3 text-right">
          <Money money={example.price} />
        </dd>
        <dt>Fee</dt>
        <dd className="text-right">
          <Money money={example.fee} />
        </dd>
        <dt className="font-medium">Merchant receives</dt>
        <dd className="text-right font-medium">
          <Money money={example.kept} />
        </dd>
      </dl>
    </Card>
  );
}
