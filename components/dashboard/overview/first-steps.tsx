import { paths } from "#components/dashboard/paths.ts";
import { buttonClass } from "#components/ui/action-button.tsx";
import { CheckIcon } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { isGranted, type Right, type Role } from "#lib/core/roles.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Steps = QueryOutput<"overview.attention">["steps"];
type Step = { title: string; about: string; isDone: boolean; href: string; action: string; right: Right };

function stepsOf({ merchantId, hasDestination, hasKey, hasPayment }: Steps): Step[] {
  return [
    {
      title: "Create a merchant",
      about: "The shop or business that receives payments, as buyers see it.",
      action: "Create merchant",
      href: paths.newMerchant,
      right: "merchants:write",
      isDone: merchantId !== null,
    },
    {
      title: "Add a settlement destination",
      about: "The wallet address that receives the money, for each token.",
      action: "Add destination",
      href: merchantId === null ? paths.merchants : paths.merchant(merchantId),
      right: "settlements:write",
      isDone: hasDestination,
    },
    {
      title: "Create an API key",
      about: "Your server uses it to create payments.",
      action: "Create key",
      href: paths.keys,
      right: "keys:write",
      isDone: hasKey,
    },
    {
      title: "Create your first payment",
      about: "From the dashboard or through the API. Buyers pay at its link.",
      action: "Create payment",
      href: paths.newPayment,
      right: "payments:write",
      isDone: hasPayment,
    },
  ];
}

/** True when every first step is done. */
export function areDone({ merchantId, hasDestination, hasKey, hasPayment }: Steps): boolean {
  return merchantId !== null && hasDestination && hasKey && hasPayment;
}

/** The steps from a new account to its first payment; each one checks itself off. */
export function FirstSteps({ steps, role }: { steps: Steps; role: Role }) {
  const all = stepsOf(steps);
  const next = all.find(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="steps-heading" className="rounded-xl border border-line bg-surface">
      <div className="flex items-baseline justify-between gap-4 px-5 pt-4 pb-3">
        <h2 id="steps-heading" className="font-semibold">
          Get started
        </h2>
        <p className="text-sm text-ink-muted tabular-nums">
          {all.filter(({ isDone }) => isDone).length} of {all.length} done
        </p>
      </div>
      <ol>
        {all.map((step, index) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3">
            <span
              className={`inline-flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-medium ${step.isDone ? "bg-accent text-on-accent" : "border border-line-strong"}`}
            >
              {step.isDone ? <CheckIcon className="size-4" /> : <span aria-hidden="true">{index + 1}</span>}
            </span>
            <span className="min-w-0 grow basis-48">
              <span className={`block font-medium ${step.isDone ? "text-ink-muted" : ""}`}>
                {step.title}
                {step.isDone && <span className="sr-only"> (done)</span>}
              </span>
              <span className="block text-sm text-ink-muted">{step.about}</span>
            </span>
            {!step.isDone && isGranted(role, step.right) && (
              <Link href={step.href} className={buttonClass(step === next ? "primary" : "plain")}>
                {step.action}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
