import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DataProvider } from "#components/dashboard/data/data-provider.tsx";
import { Shell } from "#components/dashboard/shell.tsx";
import { requireMember } from "#lib/dashboard/require-member.ts";

export const metadata: Metadata = { robots: { index: false } };

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { partnerName, email, role } = await requireMember();
  return (
    <DataProvider>
      <Shell partnerName={partnerName} email={email} role={role}>
        {children}
      </Shell>
    </DataProvider>
  );
}
