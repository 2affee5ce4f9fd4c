import { AddressLink, ExplorerLink } from "#components/dashboard/chain-links.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { Fact, Facts, Section } from "#components/dashboard/payments/detail/facts.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { When } from "#components/dashboard/when.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";

type PayoutState = NonNullable<PaymentDetail["payout"]>;

const states: Readonly<Record<PayoutState["state"], { word: string; tone: Tone }>> = {
  none: { word: "No record", tone: "neutral" },
  held: { word: "Held in treasury", tone: "critical" },
  pending: { word: "Queued", tone: "pending" },
  submitted: { word: "Sending", tone: "pending" },
  final: { word: "Paid out", tone: "good" },
  failed: { word: "Failed", tone: "critical" },
};

const returned = { word: "Returned to the buyer", tone: "neutral" } as const;

/** The state of the payout, and what blocks it. */
export function Payout({ payout, merchantId }: { payout: PayoutState; merchantId: string }) {
  const { state, isRefund, amount, destination, transaction, since, isStuck } = payout;
  const { word, tone } = isRefund && state === "final" ? returned : states[state];
  return (
    <Section title="Payout">
      <Facts>
        <Fact name="State">
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={isStuck ? "critical" : tone}>{isStuck ? "Stuck" : word}</Badge>
            {since !== null && (
              <span className="text-ink-muted">
                since <When at={since} />
              </span>
            )}
          </span>
        </Fact>
        {amount && (
          <Fact name="Net amount">
            <Money money={amount} hasNetwork />
          </Fact>
        )}
        {destination && (
          <Fact name={isRefund ? "Buyer" : "Destination"}>
            <AddressLink address={destination} />
          </Fact>
        )}
        {transaction && (
          <Fact name="Transaction">
            <ExplorerLink transaction={transaction} />
          </Fact>
        )}
      </Facts>
      <Obstacle payout={payout} merchantId={merchantId} />
    </Section>
  );
}

function Obstacle({ payout, merchantId }: { payout: PayoutState; merchantId: string }) {
  const { state, isRefund, failure, retryAt, isStuck, waitsFor, obstacle, payoutTo } = payout;
  const merchantPage = (
    <Link href={`/dashboard/merchants/${merchantId}`} className="text-accent underline underline-offset-4">
      the merchant's page
    </Link>
  );
  const sentences = [
    state === "held" && <>The merchant had no settlement destination for this token when the payment succeeded.</>,
    isRefund && state !== "final" && <>A refund returns this money to the buyer instead of the merchant.</>,
    failure !== null && <>Reason: {failure}.</>,
    retryAt !== null && (
      <>
        Till tries again automatically, next <When at={retryAt} />.
      </>
    ),
    waitsFor === "gas_price" && (
      <>The network fee is high compared with the amount. Till sends the payout once the fee is lower.</>
    ),
    waitsFor === "gas_budget" && (
      <>
        Today's budget for network fees is used up. Till sends the payout after 00:00 UTC, or once the budget is raised.
      </>
    ),
    isStuck && <>This is taking longer than expected. It resumes automatically when the network does.</>,
    obstacle === "has_moved" && <>The transfer delivered less than the amount owed. Retrying would pay twice.</>,
    obstacle === "other_treasury" && (
      <>The money is in a treasury that Till has no key for. Its owner has to send it.</>
    ),
    obstacle === "no_destination" && <>Add one on {merchantPage}, then send the payout here.</>,
    (state === "held" || state === "failed") && payoutTo !== null && (
      <>The money is in the treasury and can be paid out now.</>
    ),
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <div className="mt-4 space-y-1 rounded-lg bg-sunken px-3 py-2 text-sm text-pretty break-words">
      {sentences.map((sentence, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences have a fixed order.
        <p key={at}>{sentence}</p>
      ))}
    </div>
  );
}
