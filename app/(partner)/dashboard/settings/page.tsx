import type { Metadata } from "next";
import { FirstPaint, read } from "#components/dashboard/data/first-paint.tsx";
import { DataCollection } from "#components/dashboard/settings/data-collection.tsx";
import { Fees } from "#components/dashboard/settings/fees.tsx";
import { NetworkCosts } from "#components/dashboard/settings/network-costs.tsx";
import { PartnerName } from "#components/dashboard/settings/partner-name.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const member = await requireMember();
  const canWrite = isGranted(member.role, "settings:write");
  const [partner, costs, policy] = await Promise.all([
    callQuery("settings.partner", member, {}),
    callQuery("settings.networkCosts", member, {}),
    callQuery("settings.dataCollection", member, {}),
  ]);
  return (
    <FirstPaint reads={[read("settings.partner", {}, partner), read("settings.dataCollection", {}, policy)]}>
      <PageHeader title="General" about="Settings that apply to all your merchants." />
      <PartnerName canWrite={canWrite} />
      <Fees fees={partner.fees} />
      <NetworkCosts costs={costs} />
      <DataCollection canWrite={canWrite} />
    </FirstPaint>
  );
}
