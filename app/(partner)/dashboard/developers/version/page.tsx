import type { Metadata } from "next";
import { FirstPaint, read } from "#components/dashboard/data/first-paint.tsx";
import { VersionCard } from "#components/dashboard/developers/version-card.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "API version" };

export default async function VersionPage() {
  const member = await requireMember();
  const version = await callQuery("developers.version", member, {});
  return (
    <FirstPaint reads={[read("developers.version", {}, version)]}>
      <PageHeader
        title="API version"
        about="Your integration keeps working until you upgrade. You can't return to an older version."
      />
      <VersionCard canMove={isGranted(member.role, "version:write")} />
    </FirstPaint>
  );
}
