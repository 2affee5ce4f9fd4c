import type { ReactNode } from "react";
import { PaidDetails } from "#components/checkout/paid-details.tsx";
import { PaymentLink } from "#components/checkout/payment-link.tsx";
import { type Situation, situationOf, statusWords } from "#components/checkout/status-words.ts";
import { CheckIcon, ClockIcon, CrossIcon, SpinnerIcon, WalletIcon } from "#components/ui/icons.tsx";
import type { WireStatus } from "#lib/api/schemas/payment.ts";

const calm = "bg-accent-wash text-accent";
const over = "border border-line bg-sunken text-ink-muted";
const wrong = "bg-critical-wash text-critical";

const badges: Record<Situation, { icon: ReactNode; className: string }> = {
  requires_action: { icon: <WalletIcon className="size-6" />, className: calm },
  processing: { icon: <SpinnerIcon className="size-6" />, className: calm },
  succeeded: { icon: <CheckIcon className="size-6" />, className: "bg-accent text-on-accent" },
  expired: { icon: <ClockIcon className="size-6" />, className: over },
  cancelled: { icon: <CrossIcon className="size-6" />, className: over },
  failed: { icon: <CrossIcon className="size-6" />, className: wrong },
  declined: { icon: <CrossIcon className="size-6" />, className: wrong },
};

type StatusPanelProps = { answer: WireStatus; merchantName: string; link: string };

/** Where a payment stands, and what can be done about it. */
export function StatusPanel({ answer, merchantName, link }: StatusPanelProps) {
  const situation = situationOf(answer);
  const { title, text } = statusWords[situation];
  const { icon, className } = badges[situation];
  return (
    <div className="flex flex-col gap-6">
      <span className={`grid size-12 place-items-center rounded-full ${className}`}>{icon}</span>
      <div className="space-y-2">
        <h2 className="text-xl leading-tight font-semibold tracking-tight text-balance">{title}</h2>
        <p className="text-pretty text-ink-muted">{text(merchantName)}</p>
      </div>
      {answer.status === "requires_action" && <PaymentLink link={link} />}
      {answer.info !== null && <PaidDetails amount={answer.info.optionAmount} txId={answer.info.txId} />}
      {!answer.isFinal && (
        <noscript>
          <p className="text-sm">
            <a href={link} className="font-medium text-accent underline underline-offset-4">
              Reload this page
            </a>{" "}
            to see whether something has changed.
          </p>
        </noscript>
      )}
    </div>
  );
}
