import type { Metadata } from "next";
import { FirstPaint, read } from "#components/dashboard/data/first-paint.tsx";
import { AppList } from "#components/dashboard/developers/app-list.tsx";
import { EmbedOrigins } from "#components/dashboard/developers/embed-origins.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Apps and sites" };

export default async function AppsPage() {
  const member = await requireMember();
  const canWrite = isGranted(member.role, "keys:write");
  const [apps, origins] = await Promise.all([
    callQuery("developers.apps", member, {}),
    callQuery("developers.embedOrigins", member, {}),
  ]);
  return (
    <FirstPaint reads={[read("developers.apps", {}, apps), read("developers.embedOrigins", {}, origins)]}>
      <PageHeader
        title="Apps and sites"
        about="Wallet apps that use the gateway, and sites that embed your checkout."
      />
      <AppList canWrite={canWrite} />
      <EmbedOrigins canWrite={canWrite} />
    </FirstPaint>
  );
}
