import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DataProvider } from "#components/dashboard/data/data-provider.tsx";
import { Shell } from "#components/dashboard/shell.tsx";
import { TimeZoneProvider } from "#components/dashboard/time-zone.tsx";
import { requireMember } from "#lib/dashboard/require-member.ts";

export const metadata: Metadata = { robots: { index: false } };

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { userId, partnerName, email, role, timeZone } = await requireMember();
  return (
    <DataProvider key={userId} userId={userId}>
      <Shell partnerName={partnerName} email={email} role={role}>
        <TimeZoneProvider timeZone={timeZone}>{children}</TimeZoneProvider>
      </Shell>
    </DataProvider>
  );
}
