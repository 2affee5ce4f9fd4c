import type { Metadata } from "next";
import { QuickStart } from "#components/dashboard/developers/quick-start.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage() {
  const member = await requireMember();
  const facts = await callQuery("developers.quickStart", member, {});
  return (
    <>
      <PageHeader
        title="Quick start"
        about="Create your first payment link from a terminal. Your IDs are already filled in."
      />
      <QuickStart facts={facts} canCreateKeys={isGranted(member.role, "keys:write")} />
    </>
  );
}
