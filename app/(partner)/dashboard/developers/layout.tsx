import type { ReactNode } from "react";
import { SectionNav } from "#components/dashboard/section-nav.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";

export default async function DevelopersLayout({ children }: { children: ReactNode }) {
  const { role } = await requireMember();
  const requests = { href: "/dashboard/developers/requests", label: "Requests" };
  const sections = [
    { href: "/dashboard/developers", label: "Quick start" },
    { href: "/dashboard/developers/keys", label: "API keys" },
    { href: "/dashboard/developers/webhooks", label: "Webhooks" },
    { href: "/dashboard/developers/events", label: "Events" },
    { href: "/dashboard/developers/apps", label: "Apps and sites" },
    ...(isGranted(role, "requests:read") ? [requests] : []),
    { href: "/dashboard/developers/version", label: "Version" },
  ];
  return (
    <>
      <SectionNav label="Developers" sections={sections} />
      {children}
    </>
  );
}
