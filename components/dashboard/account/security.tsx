"use client";

import { useQuery } from "@tanstack/react-query";
import { PasskeysSection } from "#components/dashboard/account/passkeys-section.tsx";
import { PasswordSection } from "#components/dashboard/account/password-section.tsx";
import { SecondFactorSection } from "#components/dashboard/account/second-factor-section.tsx";
import { SessionsSection } from "#components/dashboard/account/sessions-section.tsx";
import { rpcQuery } from "#components/dashboard/data/queries.ts";
import { Problem } from "#components/ui/problem.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The member's password, passkeys, second factor and sessions. */
export function Security({ email }: { email: string }) {
  const { data, error } = useQuery(rpcQuery("account.security", {}));
  if (data === undefined) {
    return error === null ? <Skeleton className="h-64 w-full" /> : <Problem>{error.message}</Problem>;
  }
  return (
    <>
      <PasswordSection email={email} hasPassword={data.hasPassword} />
      <PasskeysSection />
      <SecondFactorSection
        hasPassword={data.hasPassword}
        isOn={data.hasSecondFactor}
        recoveryCodesLeft={data.recoveryCodesLeft}
      />
      <SessionsSection sessions={data.sessions} />
    </>
  );
}
