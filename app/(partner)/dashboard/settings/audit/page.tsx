import type { Metadata } from "next";
import { FirstPaint, read, readFirstPage } from "#components/dashboard/data/first-paint.tsx";
import { AuditList } from "#components/dashboard/settings/audit-list.tsx";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage() {
  const member = await requireMember("audit:read");
  const [people, entries] = await Promise.all([
    callQuery("settings.people", member, {}),
    callQuery("settings.audit", member, {}),
  ]);
  return (
    <FirstPaint reads={[read("settings.people", {}, people), readFirstPage("settings.audit", {}, entries)]}>
      <AuditList />
    </FirstPaint>
  );
}
