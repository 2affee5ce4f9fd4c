import { currentMember } from "#lib/dashboard/current-member.ts";
import { requireSession } from "#lib/dashboard/require-session.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import { errorResponse, jsonResponse, readInput, requireOwnOrigin } from "#lib/dashboard/rpc/http.ts";
import { limitMember } from "#lib/dashboard/rpc/limit-member.ts";
import { refuseOtherMember } from "#lib/dashboard/rpc/other-member.ts";

/**
 * Handles a request of a signed-in page: a query by GET (`?input=` JSON), or a mutation by POST (a JSON body, from our
 * own origin only). Errors have the shape of the API's. A call of a page that shows another member is refused.
 */
export async function handleProcedure(request: Request, name: string): Promise<Response> {
  try {
    const member = requireSession(await currentMember());
    await limitMember(member);
    const refused = refuseOtherMember(request, member);
    if (refused !== null) return refused;
    const kind = request.method === "POST" ? "mutation" : "query";
    if (kind === "mutation") requireOwnOrigin(request);
    return jsonResponse(200, await callProcedure(kind, name, member, await readInput(request)));
  } catch (error) {
    return errorResponse(error, name);
  }
}
