import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DataProvider } from "#components/dashboard/data/data-provider.tsx";
import { RememberMode } from "#components/dashboard/remember-mode.tsx";
import { Shell } from "#components/dashboard/shell.tsx";
import { TimeZoneProvider } from "#components/dashboard/time-zone.tsx";
import { ModeProvider } from "#components/ui/mode.tsx";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { isTestRequest } from "#lib/dashboard/is-test-request.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";

/** The tab of a page of test mode says so, too. */
export async function generateMetadata(): Promise<Metadata> {
  const template = (await isTestRequest()) ? "TEST: %s · Till" : "%s · Till";
  return { robots: { index: false }, title: { default: "Till", template } };
}

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { userId, partnerName, email, role, timeZone, scope } = await requireMember();
  const isTest = isTestAccount(scope.partnerId);
  return (
    <ModeProvider isTest={isTest}>
      <RememberMode isTest={isTest} />
      <DataProvider key={`${userId} ${isTest}`} userId={userId} isTest={isTest}>
        <Shell partnerName={partnerName} email={email} role={role} isTest={isTest}>
          <TimeZoneProvider timeZone={timeZone}>{children}</TimeZoneProvider>
        </Shell>
      </DataProvider>
    </ModeProvider>
  );
}
