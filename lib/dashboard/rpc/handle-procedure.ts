import { shownMember } from "#lib/core/shown-member.ts";
import { currentMember } from "#lib/dashboard/current-member.ts";
import { requireSession } from "#lib/dashboard/require-session.ts";
import { callProcedure } from "#lib/dashboard/rpc/call-procedure.ts";
import { errorResponse, jsonResponse, readInput, requireOwnOrigin } from "#lib/dashboard/rpc/http.ts";
import { limitMember } from "#lib/dashboard/rpc/limit-member.ts";

/**
 * Handles a request of a signed-in page: a query by GET (`?input=` JSON), or a mutation by POST (a JSON body,
 * from our own origin only). Errors have the shape of the API's. A call of a page that shows another member
 * than the one who is signed in now is refused: its answer would appear under the wrong name, and its change
 * would be made for the wrong partner.
 */
export async function handleProcedure(request: Request, name: string): Promise<Response> {
  try {
    const member = requireSession(await currentMember());
    await limitMember(member);
    if ((request.headers.get(shownMember.header) ?? member.userId) !== member.userId) return otherMember();
    const kind = request.method === "POST" ? "mutation" : "query";
    if (kind === "mutation") requireOwnOrigin(request);
    return jsonResponse(200, await callProcedure(kind, name, member, await readInput(request)));
  } catch (error) {
    return errorResponse(error, name);
  }
}

function otherMember(): Response {
  const message = "Another member has signed in to this browser. Reload the page.";
  return jsonResponse(409, { error: { code: shownMember.refusedCode, message } });
}
