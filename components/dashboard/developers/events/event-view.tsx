import { attemptWords, deliveryTones, deliveryWords } from "#components/dashboard/developers/webhooks/webhook.ts";
import { paths } from "#components/dashboard/paths.ts";
import { Fact, Facts } from "#components/dashboard/payments/detail/facts.tsx";
import { When } from "#components/dashboard/when.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopiedId } from "#components/ui/copied-id.tsx";
import { Link } from "#components/ui/link.tsx";
import { eventMeanings } from "#lib/core/event-meanings.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Event = QueryOutput<"events.detail">;

/** An event and its delivery to each endpoint. */
export function EventView({ event }: { event: Event }) {
  const { id, type, createdAt, merchantId, merchantName, payment, deliveries } = event;
  return (
    <>
      <div className="space-y-3">
        <Link
          href={paths.events}
          className="inline-flex min-h-6 items-center rounded text-sm text-accent underline-offset-4 hover:underline"
        >
          Events
        </Link>
        <div className="space-y-1">
          <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{type}</h1>
          <p className="text-pretty text-ink-muted">{eventMeanings[type]}</p>
        </div>
      </div>
      <Card title="Details">
        <Facts>
          <Fact name="Time">
            <When at={createdAt} precision="second" />
          </Fact>
          {payment !== null && (
            <Fact name="Payment">
              <Link
                href={paths.payment(payment.id)}
                className="wrap-anywhere text-accent underline-offset-4 hover:underline"
              >
                <bdi>{payment.reference}</bdi>
              </Link>
            </Fact>
          )}
          {merchantId !== null && (
            <Fact name="Merchant">
              <Link
                href={paths.merchant(merchantId)}
                className="wrap-anywhere text-accent underline-offset-4 hover:underline"
              >
                <bdi>{merchantName ?? merchantId}</bdi>
              </Link>
            </Fact>
          )}
          <Fact name="Event ID">
            <CopiedId id={id} name="Copy event ID" className="text-[0.8125rem]" />
          </Fact>
        </Facts>
      </Card>
      <Card title="Deliveries" about="To each webhook endpoint whose filters match the event.">
        {deliveries.length === 0 && <p className="text-sm text-ink-muted">No endpoint received this event.</p>}
        <ul className="divide-y divide-line">
          {deliveries.map(({ endpointId, url, state, attempts, finishedAt }) => (
            <li
              key={endpointId}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 text-sm first:pt-0 last:pb-0"
            >
              <span className="w-20 shrink-0">
                <Badge tone={deliveryTones[state]}>{deliveryWords[state]}</Badge>
              </span>
              <Link
                href={paths.delivery(endpointId, id)}
                className="min-w-0 grow basis-48 font-medium wrap-anywhere underline-offset-4 hover:underline"
              >
                {url}
              </Link>
              <span className="text-ink-muted tabular-nums">{attemptWords(attempts)}</span>
              {finishedAt !== null && <When at={finishedAt} precision="second" className="text-ink-muted" />}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
