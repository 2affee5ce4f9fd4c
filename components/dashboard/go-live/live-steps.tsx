"use client";

import { useQuery } from "@tanstack/react-query";
import { Loaded } from "#components/dashboard/data/loaded.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { paths } from "#components/dashboard/paths.ts";
import { StepList } from "#components/dashboard/step-list.tsx";
import { buttonClass } from "#components/ui/action-button.tsx";
import { LiveLink } from "#components/ui/live-link.tsx";
import { isGranted, type Right, type Role } from "#lib/core/roles.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type Progress = QueryOutput<"goLive.progress">;
type Step = { title: string; about: string; isDone: boolean; href: string; action: string; right: Right };

function stepsOf(progress: Progress): Step[] {
  const { merchantId, hasDestination, hasEndpoint, hasKey } = progress;
  return [
    {
      title: "A settlement destination",
      about: "The wallet address that receives the money of a live merchant.",
      href: merchantId === null ? paths.newMerchant : paths.merchant(merchantId),
      action: merchantId === null ? "Create live merchant" : "Add destination",
      right: merchantId === null ? "merchants:write" : "settlements:write",
      isDone: hasDestination,
    },
    {
      title: "A webhook endpoint",
      about: "Your server learns about live payments there.",
      href: paths.webhooks,
      action: "Create endpoint",
      right: "keys:write",
      isDone: hasEndpoint,
    },
    {
      title: "A live API key",
      about: "Your server uses it instead of the test key. It begins with till_live_.",
      href: paths.keys,
      action: "Create live key",
      right: "keys:write",
      isDone: hasKey,
    },
    secondFactorStep(progress),
  ];
}

function secondFactorStep(progress: Progress): Step {
  const { members, unprotectedMembers, isSecondFactorRequired, hasOwnSecondFactor } = progress;
  const isDone = isSecondFactorRequired || unprotectedMembers === 0;
  const lacking = members === 1 ? "You sign in" : `${unprotectedMembers} of ${members} members sign in`;
  return {
    title: "Two-factor authentication for all members",
    about: isDone
      ? "A stolen password alone gives no access to the account."
      : `${lacking} with only a password. Anyone who learns it can change where money goes.`,
    // An owner can require it of all, after setting up their own.
    href: hasOwnSecondFactor ? paths.members : paths.account,
    action: hasOwnSecondFactor ? "View members" : "Set up yours",
    right: "read",
    isDone,
  };
}

/** The steps that the live account still needs. */
export function LiveSteps({ role }: { role: Role }) {
  const query = useQuery(rpcQuery("goLive.progress", {}));
  return (
    <Loaded query={query} size="h-72 w-full">
      {(progress) => {
        const all = stepsOf(progress);
        const next = all.find(({ isDone, right }) => !isDone && isGranted(role, right));
        const steps = all.map(({ href, action, right, ...step }) => ({
          ...step,
          action: isGranted(role, right) && (
            <LiveLink href={href} className={buttonClass(step.title === next?.title ? "primary" : "plain")}>
              {action}
            </LiveLink>
          ),
        }));
        return <StepList title="Your live account" steps={steps} />;
      }}
    </Loaded>
  );
}
