"use client";

import { useState } from "react";
import { EnrolSecondFactor } from "#components/dashboard/account/enrol-second-factor.tsx";
import { ProveSecondFactor } from "#components/dashboard/account/prove-second-factor.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";

type SecondFactorSectionProps = { hasPassword: boolean; isOn: boolean; recoveryCodesLeft: number };

/** The state of two-factor authentication, with the buttons that change it. */
export function SecondFactorSection({ hasPassword, isOn, recoveryCodesLeft }: SecondFactorSectionProps) {
  const [open, setOpen] = useState<"enrol" | "end" | "renew" | null>(null);
  const close = () => setOpen(null);
  const setUp = hasPassword ? (
    <ActionButton onClick={() => setOpen("enrol")}>Set up two-factor</ActionButton>
  ) : undefined;
  const change = (
    <>
      <ActionButton onClick={() => setOpen("renew")}>Create recovery codes</ActionButton>
      <ActionButton look="critical" onClick={() => setOpen("end")}>
        Turn off
      </ActionButton>
    </>
  );
  return (
    <>
      <Card
        isSplit
        title="Two-factor authentication"
        about={isOn ? <OnWords left={recoveryCodesLeft} /> : <OffWords hasPassword={hasPassword} />}
        action={isOn ? change : setUp}
      />
      {open === "enrol" && <EnrolSecondFactor onClose={close} />}
      {(open === "end" || open === "renew") && <ProveSecondFactor purpose={open} onClose={close} />}
    </>
  );
}

function OnWords({ left }: { left: number }) {
  return (
    <p>
      <Badge tone="good">On</Badge> You enter a code from your app when you sign in.{" "}
      {left === 0
        ? "No recovery codes left. Create new ones."
        : `${left} recovery ${left === 1 ? "code" : "codes"} left.`}
    </p>
  );
}

function OffWords({ hasPassword }: { hasPassword: boolean }) {
  if (!hasPassword) return <p>You sign in with another provider, which handles two-factor authentication.</p>;
  return (
    <p>
      <Badge>Off</Badge> Require a code from an authenticator app in addition to your password.
    </p>
  );
}
