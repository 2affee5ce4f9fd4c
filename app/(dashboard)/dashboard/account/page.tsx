import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NameForm } from "#components/dashboard/account/name-form.tsx";
import { Security } from "#components/dashboard/account/security.tsx";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { SignOutButton } from "#components/dashboard/sign-out-button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const member = await requireMember();
  const client = new QueryClient();
  client.setQueryData(keyOf("account.security", {}), await callQuery("account.security", member, {}));
  return (
    <>
      <PageHeader title="Your account" about={`${member.email}, ${member.role} at ${member.partnerName}`}>
        <SignOutButton />
      </PageHeader>
      <NameForm name={member.name} />
      <HydrationBoundary state={dehydrate(client)}>
        <Security email={member.email} />
      </HydrationBoundary>
    </>
  );
}
