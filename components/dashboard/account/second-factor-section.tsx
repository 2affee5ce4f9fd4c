"use client";

import { useState } from "react";
import { EnrolSecondFactor } from "#components/dashboard/account/enrol-second-factor.tsx";
import { ProveSecondFactor } from "#components/dashboard/account/prove-second-factor.tsx";
import { ActionButton } from "#components/ui/action-button.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";

type SecondFactorSectionProps = { hasPassword: boolean; isOn: boolean; recoveryCodesLeft: number };

/** The code from an app beside the password: on or off, and the way between. */
export function SecondFactorSection({ hasPassword, isOn, recoveryCodesLeft }: SecondFactorSectionProps) {
  const [open, setOpen] = useState<"enrol" | "end" | "renew" | null>(null);
  const close = () => setOpen(null);
  const setUp = hasPassword ? <ActionButton onClick={() => setOpen("enrol")}>Set up</ActionButton> : undefined;
  const change = (
    <>
      <ActionButton onClick={() => setOpen("renew")}>New recovery codes</ActionButton>
      <ActionButton look="critical" onClick={() => setOpen("end")}>
        Turn off
      </ActionButton>
    </>
  );
  return (
    <>
      <Card
        isSplit
        title="Second factor"
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
      <Badge tone="good">On</Badge> You are asked for a code from your app.{" "}
      {left === 0
        ? "No recovery code is left: make new ones."
        : `${left} recovery ${left === 1 ? "code is" : "codes are"} left.`}
    </p>
  );
}

function OffWords({ hasPassword }: { hasPassword: boolean }) {
  if (!hasPassword) return <p>You sign in at another place alone; it has a second factor of its own.</p>;
  return (
    <p>
      <Badge>Off</Badge> A code from an authenticator app, beside your password, keeps out who has guessed it.
    </p>
  );
}
