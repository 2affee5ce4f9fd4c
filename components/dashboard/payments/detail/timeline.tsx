import { AddressLink, ExplorerLink } from "#components/dashboard/chain-links.tsx";
import { deliveredWords } from "#components/dashboard/developers/webhooks/delivered-words.ts";
import { Money } from "#components/dashboard/money.tsx";
import { paths } from "#components/dashboard/paths.ts";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { When } from "#components/dashboard/when.tsx";
import { Link } from "#components/ui/link.tsx";

type Event = PaymentDetail["events"][number];

const titles: Readonly<Record<Event["type"], string>> = {
  created: "Created",
  confirmed: "Confirmed by the buyer",
  deposited: "Transferred to the payment's address, final on chain",
  collected: "Collected from the buyer, final on chain",
  collection_failed: "Collection failed",
  declined: "Buyer's account declined by screening",
  cancelled: "Cancelled",
  expired: "Expired without confirmation",
  expired_early: "Made to expire, in test mode",
  recovered: "Found paid on chain",
  settled: "Paid out to the merchant, final on chain",
  settlement_failed: "Payout failed",
  settlement_ordered: "Payout requested",
  settlement_retried: "Payout tried again automatically",
  refund_marked: "Marked as refunded in part",
  refund_requested: "Refund requested",
  refund_ordered: "Refund from the treasury requested",
  refund_retried: "Refund tried again automatically",
  refund_confirmed: "Refund signed by the merchant's wallet",
  refund_succeeded: "Refunded to the buyer, final on chain",
  refund_failed: "Refund failed",
  refund_cancelled: "Refund cancelled",
  refund_expired: "Refund request expired",
  refunded: "Refunded in full",
  deposit_underpaid: "Too little was transferred",
  deposit_overpaid: "Too much was transferred",
  deposit_late: "A transfer came too late",
  deposit_repeated: "Transferred again after the payment had succeeded",
  deposit_declined: "A transfer came from an account that the screening declines",
  deposit_other_token: "Another token was transferred",
  deposit_other_chain: "Transferred on another network",
};

const reasons: Readonly<Record<string, string>> = {
  cancelled_by_merchant: "By the merchant, in the dashboard or through the API.",
  cancelled_by_user: "By the buyer, at the checkout.",
};

const tones: Partial<Record<Event["type"], string>> = {
  collected: "border-accent bg-accent",
  settled: "border-accent bg-accent",
  collection_failed: "border-critical bg-critical",
  settlement_failed: "border-critical bg-critical",
  refund_failed: "border-critical bg-critical",
  declined: "border-critical bg-critical",
};

/** The events of a payment, latest first. */
export function Timeline({ events }: { events: readonly Event[] }) {
  return (
    <ol className="space-y-5 text-sm">
      {events.toReversed().map((event, at) => (
        <li key={`${event.at} ${event.type}`} className="relative pl-6">
          {at < events.length - 1 && <span className="absolute top-3 -bottom-7 left-1.25 w-px bg-line" />}
          <span
            className={`absolute top-1.25 left-0 size-2.75 rounded-full border-2 ${tones[event.type] ?? "border-line-strong bg-surface"}`}
          />
          <div className="flex flex-wrap justify-between gap-x-4">
            <p className="font-medium">{titles[event.type]}</p>
            <When at={event.at} precision="second" isBare className="text-ink-muted" />
          </div>
          <More event={event} />
          {event.reportedBy?.filter(wasQueued).map((report) => (
            <Report key={report.id} report={report} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function More({ event: { money, account, transaction, reason } }: { event: Event }) {
  if (!(money || account || transaction || reason)) return null;
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-4 text-ink-muted">
      {money && <Money money={money} hasNetwork />}
      {account && <AddressLink address={account} />}
      {transaction && <ExplorerLink transaction={transaction} />}
      {reason !== undefined && <span className="min-w-0 break-words">{reasons[reason] ?? reason}</span>}
    </div>
  );
}

type ReportedEvent = NonNullable<Event["reportedBy"]>[number];

const wasQueued = ({ succeeded, pending, failed }: ReportedEvent) => succeeded + pending + failed > 0;

/** A public event, and whether the webhook endpoints have it. */
function Report({ report: { id, type, ...delivered } }: { report: ReportedEvent }) {
  return (
    <p className="mt-0.5 text-ink-muted">
      <Link href={paths.event(id)} className="font-mono text-[0.8125rem] underline-offset-4 hover:underline">
        {type}
      </Link>{" "}
      <span className={delivered.failed > 0 ? "text-critical" : ""}>{deliveredWords(delivered)}</span>
    </p>
  );
}
