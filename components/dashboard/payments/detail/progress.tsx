import type { PaymentDetail } from "#components/dashboard/payments/detail/payment-detail.ts";
import { type PaymentStep, paymentSteps } from "#components/dashboard/payments/detail/payment-steps.ts";
import { When } from "#components/dashboard/when.tsx";
import { CheckIcon, CrossIcon } from "#components/ui/icons.tsx";

const marks: Record<PaymentStep["state"], string> = {
  done: "border-accent bg-accent text-on-accent",
  current: "border-accent text-accent",
  waiting: "border-line-strong text-ink-muted",
  attention: "border-critical bg-critical-wash text-critical",
  ended: "border-line-strong bg-sunken text-ink-muted",
};

const spoken: Record<PaymentStep["state"], string> = {
  done: "Done",
  current: "In progress",
  waiting: "Not yet",
  attention: "Needs attention",
  ended: "Ended",
};

const columns: Readonly<Record<number, string>> = {
  2: "sm:grid-cols-2",
  3: "sm:grid-cols-3",
  4: "sm:grid-cols-2 lg:grid-cols-4",
};

/** The way of a payment from its creation to the merchant's wallet, and back after a refund. */
export function Progress({ payment }: { payment: PaymentDetail }) {
  const steps = paymentSteps(payment);
  return (
    <ol
      aria-label="Progress"
      className={`grid gap-4 rounded-xl border border-line bg-surface px-5 py-4 ${columns[steps.length] ?? ""}`}
    >
      {steps.map(({ title, at, state }, index) => (
        <li
          key={title}
          aria-current={state === "current" ? "step" : undefined}
          className="relative flex min-w-0 items-start gap-3"
        >
          <span
            aria-hidden="true"
            className={`flex size-6 shrink-0 items-center justify-center rounded-full border-2 text-xs font-semibold ${marks[state]}`}
          >
            <Mark state={state} number={index + 1} />
          </span>
          <div className="min-w-0 text-sm">
            <p className={`font-medium ${state === "waiting" ? "text-ink-muted" : ""}`}>
              {title}
              <span className="sr-only">, {spoken[state]}</span>
            </p>
            {at !== null && <When at={at} className="text-ink-muted" />}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Mark({ state, number }: { state: PaymentStep["state"]; number: number }) {
  if (state === "done") return <CheckIcon className="size-3.5" />;
  if (state === "ended") return <CrossIcon className="size-3.5" />;
  return <>{state === "attention" ? "!" : number}</>;
}
