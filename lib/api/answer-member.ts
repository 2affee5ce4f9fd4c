import { handleRequest } from "#lib/api/handle-request.ts";
import type { ApiResult } from "#lib/api/http.ts";
import { createRouteTable } from "#lib/api/route-table.ts";
import { allRoutes } from "#lib/api/routes/all-routes.ts";
import type { ApiMember } from "#lib/edge/api-member.ts";
import { clientAddress, currentPeer } from "#lib/edge/client-address.ts";

type MemberRequest = {
  method: string;
  /** The path and query. */
  target: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string | null;
};

const table = createRouteTable(allRoutes);

/** Answers a request of a member as one with a key. @param carrier the request in which it arrived. */
export function answerMember(
  { method, target, headers, body }: MemberRequest,
  member: ApiMember,
  carrier: Request,
): Promise<ApiResult> {
  const [path = "", ...query] = target.split("?");
  const sent = new Map(Object.entries(headers));
  if (body !== null) sent.set("content-type", "application/json");
  return handleRequest(table, {
    method,
    path,
    query: new URLSearchParams(query.join("?")),
    header: (name) => sent.get(name),
    readBody: async () => body ?? "",
    remoteAddress: clientAddress(currentPeer(), carrier.headers.get("x-forwarded-for")),
    get isGone() {
      return carrier.signal.aborted;
    },
    onGone(listener) {
      carrier.signal.addEventListener("abort", listener);
      return () => carrier.signal.removeEventListener("abort", listener);
    },
    member,
  });
}
