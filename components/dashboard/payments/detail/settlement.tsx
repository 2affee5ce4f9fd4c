import Link from "next/link";
import { AddressLink, ExplorerLink } from "#components/dashboard/chain-links.tsx";
import { Money } from "#components/dashboard/money.tsx";
import { Fact, Facts, Section } from "#components/dashboard/payments/detail/facts.tsx";
import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { When } from "#components/dashboard/when.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";

type Standing = NonNullable<PaymentDetail["settlement"]>;

const states: Readonly<Record<Standing["state"], { word: string; tone: Tone }>> = {
  none: { word: "No record", tone: "neutral" },
  held: { word: "Unsettled", tone: "critical" },
  pending: { word: "Waiting to be sent", tone: "pending" },
  submitted: { word: "On its way", tone: "pending" },
  final: { word: "Settled", tone: "good" },
  failed: { word: "Failed", tone: "critical" },
};

/** How far the merchant's money is, and what holds it up. */
export function Settlement({ settlement, merchantId }: { settlement: Standing; merchantId: string }) {
  const { state, amount, destination, transaction, since, isStuck } = settlement;
  return (
    <Section title="Settlement">
      <Facts>
        <Fact name="State">
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={isStuck ? "critical" : states[state].tone}>{isStuck ? "Stuck" : states[state].word}</Badge>
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
          <Fact name="Destination">
            <AddressLink of={destination} />
          </Fact>
        )}
        {transaction && (
          <Fact name="Transaction">
            <ExplorerLink of={transaction} />
          </Fact>
        )}
      </Facts>
      <Obstacle settlement={settlement} merchantId={merchantId} />
    </Section>
  );
}

function Obstacle({ settlement, merchantId }: { settlement: Standing; merchantId: string }) {
  const { state, failure, isStuck, obstacle, settleTo } = settlement;
  const settlements = (
    <Link href={`/dashboard/merchants/${merchantId}`} className="text-accent underline underline-offset-4">
      the merchant’s settlements
    </Link>
  );
  const sentences = [
    state === "held" && <>The merchant had no destination for this token when the payment succeeded.</>,
    failure !== null && <>Why it failed: {failure}.</>,
    isStuck && <>It takes longer than it should. It goes on by itself when the chain does.</>,
    obstacle === "has_moved" && (
      <>The transfer moved money and delivered less than is owed. Another one would pay twice.</>
    ),
    obstacle === "no_destination" && <>Add one to {settlements}, then settle it here.</>,
    (state === "held" || state === "failed") && settleTo !== null && (
      <>The money is safe in the treasury, and can be settled now.</>
    ),
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <div className="mt-4 space-y-1 rounded-lg bg-sunken px-3 py-2 text-sm text-pretty break-words">
      {sentences.map((sentence, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences in a fixed order.
        <p key={at}>{sentence}</p>
      ))}
    </div>
  );
}
