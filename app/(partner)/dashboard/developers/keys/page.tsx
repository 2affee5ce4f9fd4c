import type { Metadata } from "next";
import { FirstPaint, read } from "#components/dashboard/data/first-paint.tsx";
import { KeyList } from "#components/dashboard/developers/key-list.tsx";
import { isGranted } from "#lib/core/roles.ts";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage() {
  const member = await requireMember();
  const keys = await callQuery("developers.keys", member, {});
  return (
    <FirstPaint reads={[read("developers.keys", {}, keys)]}>
      <KeyList canWrite={isGranted(member.role, "keys:write")} />
    </FirstPaint>
  );
}
