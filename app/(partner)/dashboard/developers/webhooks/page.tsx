import type { Metadata } from "next";
import { FirstPaint, read } from "#components/dashboard/data/first-paint.tsx";
import { EndpointList } from "#components/dashboard/developers/webhooks/endpoint-list.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  const member = await requireMember();
  const list = await callQuery("webhooks.list", member, {});
  return (
    <FirstPaint reads={[read("webhooks.list", {}, list)]}>
      <EndpointList canWrite={isGranted(member.role, "keys:write")} />
    </FirstPaint>
  );
}
