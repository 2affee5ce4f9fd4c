import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { keyOf } from "#components/dashboard/data/queries.ts";
import { Members } from "#components/dashboard/members/members.tsx";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage() {
  const member = await requireMember();
  const client = new QueryClient();
  client.setQueryData(keyOf("members.list", {}), await callQuery("members.list", member, {}));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Members role={member.role} partnerName={member.partnerName} />
    </HydrationBoundary>
  );
}
