import type { Metadata } from "next";
import { FirstPaint, read, readFirstPage } from "#components/dashboard/data/first-paint.tsx";
import { RequestList } from "#components/dashboard/developers/request-list.tsx";
import { requireMember } from "#lib/dashboard/require-member.ts";
import { callQuery } from "#lib/dashboard/rpc/call-procedure.ts";

export const metadata: Metadata = { title: "Requests" };

export default async function RequestsPage() {
  const member = await requireMember("requests:read");
  const [keys, requests] = await Promise.all([
    callQuery("developers.keys", member, {}),
    callQuery("developers.requests", member, {}),
  ]);
  return (
    <FirstPaint reads={[read("developers.keys", {}, keys), readFirstPage("developers.requests", {}, requests)]}>
      <RequestList />
    </FirstPaint>
  );
}
