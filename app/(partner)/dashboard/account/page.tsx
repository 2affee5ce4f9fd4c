import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NameForm } from "#components/dashboard/account/name-form.tsx";
import { Security } from "#components/dashboard/account/security.tsx";
import { TimeZoneForm } from "#components/dashboard/account/time-zone-form.tsx";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { ModeSwitch } from "#components/dashboard/mode-switch.tsx";
import { NotificationsCard } from "#components/dashboard/notifications/notifications-card.tsx";
import { SignOutButton } from "#components/dashboard/sign-out-button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isTestAccount } from "#lib/core/account-mode.ts";
import { isolated } from "#lib/core/isolated.ts";
import { timeZones } from "#lib/core/time-zones.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const member = await requireMember();
  const client = new QueryClient();
  const [security, passkeys, settings] = await Promise.all([
    callQuery("account.security", member, {}),
    callQuery("passkeys.list", member, {}),
    callQuery("notifications.settings", member, {}),
  ]);
  client.setQueryData(keyOf("account.security", {}), security);
  client.setQueryData(keyOf("passkeys.list", {}), passkeys);
  client.setQueryData(keyOf("notifications.settings", {}), settings);
  return (
    <>
      <PageHeader title="Your account" about={`${member.email}, ${member.role} at ${isolated(member.partnerName)}`}>
        {/* Wide screens have it in the frame of each page. */}
        <ModeSwitch isTest={isTestAccount(member.scope.partnerId)} className="flex lg:hidden" />
        <SignOutButton />
      </PageHeader>
      <NameForm name={member.name} />
      <TimeZoneForm timeZone={member.timeZone} timeZones={timeZones} />
      <HydrationBoundary state={dehydrate(client)}>
        <NotificationsCard email={member.email} />
        <Security email={member.email} />
      </HydrationBoundary>
    </>
  );
}
