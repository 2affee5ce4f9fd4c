"use client";

import { useState } from "react";
import { ConfirmDialog } from "#components/dashboard/confirm-dialog.tsx";
import { useRpcMutation } from "#components/dashboard/data/use-rpc-mutation.ts";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { isGranted, type Role } from "#lib/core/roles.ts";
import type { QueryOutput } from "#lib/dashboard/rpc/contract.ts";

type SecondFactorRuleProps = { list: QueryOutput<"members.list">; role: Role };

/** Whether all members need a second factor, which owners can change. */
export function SecondFactorRule({ list: { members, requiresSecondFactor }, role }: SecondFactorRuleProps) {
  const [isAsking, setAsking] = useState(false);
  const own = members.find(({ isSelf }) => isSelf);
  const isOwner = isGranted(role, "owners:write");
  const mayRequire = requiresSecondFactor || own?.hasSecondFactor === true;
  return (
    <>
      <Card
        isSplit
        title="Required two-factor authentication"
        about={
          <>
            <p>
              <Badge tone={requiresSecondFactor ? "good" : "neutral"}>{requiresSecondFactor ? "On" : "Off"}</Badge>{" "}
              {requiresSecondFactor
                ? "Members sign in with a passkey, or enter a code in addition to their password."
                : "Require members to use a passkey, or a code in addition to their password."}{" "}
              API keys aren't affected.
            </p>
            {isOwner && !mayRequire && (
              <p className="pt-2">
                To turn it on, first set up two-factor authentication or a passkey for{" "}
                <TextLink href="/dashboard/account">your account</TextLink>.
              </p>
            )}
          </>
        }
        action={
          isOwner && mayRequire ? (
            <ActionButton look={requiresSecondFactor ? "critical" : "plain"} onClick={() => setAsking(true)}>
              {requiresSecondFactor ? "Stop requiring two-factor" : "Require two-factor"}
            </ActionButton>
          ) : undefined
        }
      />
      {isAsking && (
        <ChangeRule
          isRequired={!requiresSecondFactor}
          lacking={members.filter(({ hasSecondFactor }) => !hasSecondFactor).length}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

type ChangeRuleProps = { isRequired: boolean; lacking: number; onClose: () => void };

function ChangeRule({ isRequired, lacking, onClose }: ChangeRuleProps) {
  const change = useRpcMutation("members.requireSecondFactor", ["members.list"]);
  const who = lacking === 1 ? "1 member hasn't" : `${lacking} members haven't`;
  return (
    <ConfirmDialog
      title={isRequired ? "Require two-factor authentication?" : "Stop requiring two-factor authentication?"}
      confirmLabel={isRequired ? "Require two-factor" : "Stop requiring"}
      isDangerous={!isRequired}
      isBusy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ isRequired }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isRequired ? (
        <p>
          {lacking === 0
            ? "All members have already set it up. New members will have to as well."
            : `${who} set it up yet. They'll have to before they can continue. Members who only sign in with another provider are exempt.`}
        </p>
      ) : (
        <p>Members will be able to turn it off, and new members won't be asked for it.</p>
      )}
      <p className="text-sm text-ink-muted">All owners are notified by email.</p>
    </ConfirmDialog>
  );
}
