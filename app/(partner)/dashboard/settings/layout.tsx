import type { ReactNode } from "react";
import { SectionNav } from "#components/dashboard/section-nav.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { role } = await requireMember();
  const audit = { href: "/dashboard/settings/audit", label: "Audit log" };
  const sections = [
    { href: "/dashboard/settings", label: "General" },
    { href: "/dashboard/settings/members", label: "Members" },
    ...(isGranted(role, "audit:read") ? [audit] : []),
  ];
  return (
    <>
      <SectionNav label="Settings" sections={sections} />
      {children}
    </>
  );
}
