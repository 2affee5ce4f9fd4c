import { paths } from "#components/dashboard/paths.ts";
import { StepList } from "#components/dashboard/step-list.tsx";
import { buttonClass } from "#components/ui/action-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { useIsTest } from "#components/ui/mode.tsx";
import { isGranted, type Right, type Role } from "#lib/core/roles.ts";
import { pathIn } from "#lib/core/test-pages.ts";
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
  const listed = all.map(({ href, action, right, ...step }) => ({
    ...step,
    action: isGranted(role, right) && (
      <Link href={href} className={buttonClass(step.title === next?.title ? "primary" : "plain")}>
        {action}
      </Link>
    ),
  }));
  return (
    <StepList title="Get started" steps={listed}>
      <OtherMode />
    </StepList>
  );
}

/** Tells a newcomer of live mode about test mode, and the other way round. */
function OtherMode() {
  const look = "rounded-sm font-medium text-accent underline underline-offset-4";
  if (useIsTest()) {
    return (
      <>
        Done testing?{" "}
        <Link href={paths.goLive} className={look}>
          See what your live account needs
        </Link>
        .
      </>
    );
  }
  return (
    <>
      Want to try it without money first?{" "}
      <a href={pathIn(true, "/dashboard")} className={look}>
        Use test mode
      </a>
      .
    </>
  );
}
